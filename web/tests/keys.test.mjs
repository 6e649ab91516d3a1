// The keyboard: whatever can be chosen is a key or two away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, dice, makeTable, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

test('a whole game of Knight at the Inn takes few keys', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await makeTable(page, server.address, {
    game: 'knight-at-the-inn',
    players: 2,
    seats: ['me', { bot: 'squire' }],
    start: true,
  });
  await page.getByTestId('skip-guide').focus();
  let keys = 0;
  const press = (key) => (keys++, page.keyboard.press(key));
  await press('Enter');
  const roll = dice(11);
  const decided = new Set();
  for (let idle = 0; ;) {
    const now = await page.evaluate(() => ({
      over: document.querySelector('dialog[open][aria-label="The end"]') !== null,
      confirm: document.querySelector('[data-testid=confirm]:not([disabled])') !== null,
      focused: document.activeElement?.matches('.pick.open, .verb:not(.chosen)') ?? false,
      open: document.querySelectorAll('.pick.open, .verb:not(.chosen)').length,
      ply: document.querySelector('[data-ply]')?.getAttribute('data-ply'),
    }));
    if (now.over) break;
    if (now.open > 0) decided.add(now.ply);
    if (now.confirm && now.open === 0) await press('c');
    else if (now.focused) await press(now.open > 1 && roll(4) === 0 ? 'ArrowUp' : 'Enter');
    else if (now.open > 0) await press('ArrowUp');
    else {
      await page.waitForTimeout(20);
      assert.ok(idle++ < 3000, 'nothing happens any more');
    }
    assert.ok(keys < 1000, `${keys} keys and no end`);
  }
  // Deals differ, and a long game has more decisions: four or five keys for each are 150 in an ordinary one.
  console.log(`a whole game of Knight at the Inn: ${keys} keys for ${decided.size} decisions`);
  assert.ok(keys <= Math.max(150, 4.5 * decided.size), `${keys} keys for ${decided.size} decisions`);
  assert.deepEqual(trouble, []);
  await close();
});
