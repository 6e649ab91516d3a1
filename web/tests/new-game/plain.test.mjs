// A game that has no face of its own, made by `cargo xtask new-game` or outside the house: whole games on the page
// against knights. `cargo xtask test` runs this with binaries that have such a game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  bots,
  browse,
  GAMES,
  makeTable,
  noSidewaysScrolling,
  playNow,
  playOn,
  scan,
  serve,
  type,
} from '../support.mjs';

const SLUG = process.env.ROUNDTABLE_NEW_GAME;
let server;

before(async () => {
  assert.ok(GAMES[SLUG], 'ROUNDTABLE_NEW_GAME names a game of the binary under test');
  server = await serve();
});
after(() => server.stop());

/** A table of the game with knights. */
async function sit(page, players = GAMES[SLUG].players) {
  await page.goto(server.address);
  await makeTable(page, server.address, {
    game: SLUG,
    players,
    seats: bots(players, 'knight'),
    hints: true,
    start: true,
  });
  await page.getByTestId('skip-guide').click();
}

test('the cover leads to a whole game by clicks', async () => {
  const { page, trouble, close } = await browse(server.address);
  await playNow(page, server.address, SLUG);
  await playOn(page, { seed: 7 });
  assert.match(await page.locator('dialog[open] h2').innerText(), /win/);
  await page.getByTestId('story').getByRole('link').first().waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test('a whole game by keys, at a full table', async () => {
  const { page, trouble, close } = await browse(server.address);
  await sit(page, GAMES[SLUG].most);
  await playOn(page, { seed: 3, press: type });
  assert.match(await page.locator('dialog[open] h2').innerText(), /win/);
  assert.deepEqual(trouble, []);
  await close();
});

test('a whole game on a phone, and nothing scrolls sideways', async () => {
  const { page, trouble, close } = await browse(server.address, { viewport: { width: 360, height: 740 } });
  await sit(page, GAMES[SLUG].most);
  await noSidewaysScrolling(page, SLUG);
  // What can be chosen can be seen without scrolling.
  await page.locator('main .pick.open').first().waitFor();
  const inSight = await page
    .locator('main .pick.open')
    .first()
    .evaluate((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return top >= 0 && bottom <= (document.querySelector('.foot')?.getBoundingClientRect().top ?? innerHeight) + 12;
    });
  assert.ok(inSight, 'the own cards are below the fold');
  await playOn(page, { seed: 5 });
  assert.deepEqual(trouble, []);
  await close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`no serious accessibility finding, ${colorScheme}`, async () => {
    const { page, trouble, close } = await browse(server.address, { colorScheme });
    await sit(page);
    await page.locator('main .pick.open').first().waitFor();
    await scan(page, 'the table');
    await playOn(page, { seed: 6 });
    await page.getByTestId('story').waitFor();
    await scan(page, 'the end');
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.getByTestId('verify').waitFor();
    await scan(page, 'the replay');
    assert.deepEqual(trouble, []);
    await close();
  });
}
