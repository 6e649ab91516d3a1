// After the end: the replay from every view, a link to a moment, the proof of the deal, and going on from the middle
// against bots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browse, GAMES, makeTable, playOn, serve } from './support.mjs';

const ply = (page) => page.locator('[data-ply]').getAttribute('data-ply').then(Number);
const shows = (page, wanted) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-ply]')?.getAttribute('data-ply') === String(wanted),
    wanted,
  );

test('replay of every game, by every eye, and going on from the middle', async () => {
  const server = await serve();
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  for (const [slug, { players }] of Object.entries(GAMES)) {
    const seats = bots(players, 'page');
    await makeTable(page, server.address, { game: slug, players, seats, start: true });
    await page.getByTestId('skip-guide').click();
    await playOn(page, { seed: 11 });
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.waitForURL(/\/replay/);
    await page.locator('[data-ply]').waitFor();
    await page.getByTestId('on').click();
    await page.getByTestId('on').click();
    await shows(page, 2);
    await page.getByTestId('back').click();
    await shows(page, 1);
    await page.keyboard.press('End');
    const last = Number(await page.locator('#scrub').getAttribute('max'));
    await shows(page, last);
    for (const eye of ['all', '1', '0', 'table']) {
      await page.getByTestId('eye').selectOption(eye);
      await page.waitForFunction((eye) => location.hash.includes(`eye=${eye}`), eye);
    }
    await page.getByTestId('verify').click();
    await page.getByText('Verified.').waitFor();
    await page.getByTestId('close').click();

    // A link leads to the moment at which it was taken.
    const half = Math.floor(last / 2);
    await page.locator('#scrub').fill(String(half));
    await shows(page, half);
    const link = page.url();
    await page.goto(server.address);
    await page.goto(link);
    await shows(page, half);

    await page.getByTestId('eye').selectOption('0');
    await page.waitForFunction(() => location.hash.includes('eye=0'));
    await page.getByTestId('continue').click();
    await page.waitForURL((url) => !url.pathname.endsWith('/replay'));
    await page.locator('[data-ply]').waitFor();
    const reached = await playOn(page, { seed: 12, enough: async (now) => now >= 5 });
    assert.ok(reached >= 1, 'the game goes on');
    assert.ok((await ply(page)) >= 1);
  }
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});
