// For each game: from the lobby into a game with one click, then a whole game by clicks against bots, to the end
// screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, GAMES, noSidewaysScrolling, playNow, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

for (const [slug, { name }] of Object.entries(GAMES)) {
  test(`a whole game of ${name}`, async () => {
    const { page, trouble, close } = await browse(server.address);
    await playNow(page, server.address, slug);
    await noSidewaysScrolling(page, slug);
    await playOn(page, { seed: 7 });
    await page.getByTestId('rematch').waitFor();
    assert.match(await page.locator('dialog[open] h2').innerText(), /win/);
    // The end tells what happened, with a way into the replay.
    const story = page.getByTestId('story').getByRole('link').first();
    assert.match(await story.getAttribute('href'), /\/replay.*#ply=\d+/);
    assert.deepEqual(trouble, []);
    await close();
  });
}
