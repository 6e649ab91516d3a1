// The director: beats come in order, nothing is shown before its beat, a key skips, and bots wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, click, makeTable, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

/** What the page shows, and the number of the last event that its log has. */
function look(page) {
  return page.evaluate(() => ({
    last: Number([...document.querySelectorAll('[data-event]')].at(-1)?.getAttribute('data-event') ?? -1),
    title: document.querySelector('[data-spot~=trick] h3')?.textContent ?? '',
    opened: document.querySelectorAll('[data-spot^="chest:"]').length,
    shocked: [...document.querySelectorAll('.state')].filter((one) => /shocked/.test(one.textContent)).length,
    playing: document.querySelector('[data-testid=skip-beats]') !== null,
    ply: Number(document.querySelector('[data-ply]')?.getAttribute('data-ply') ?? -1),
    open: [...document.querySelectorAll('.pick.open[data-part], .verb[data-part]:not(.chosen)')].map((part) =>
      part.getAttribute('data-part'),
    ),
    confirm: document.querySelector('[data-testid=confirm]:not([disabled])') !== null,
    over: document.querySelector('dialog[open][aria-label="The end"]') !== null,
  }));
}

/** Every event that the page was told, by number, and the last move of which it was told. */
function told(heard) {
  const events = new Map();
  let ply = 0;
  for (const text of heard) {
    if (!text.startsWith('{"type":"sync"') && !text.startsWith('{"type":"update"')) continue;
    const message = JSON.parse(text);
    for (const event of message.events) events.set(event.number, event.event);
    ply = Math.max(ply, message.game?.ply ?? 0);
  }
  return { events: [...events].sort((a, b) => a[0] - b[0]), ply };
}

/** What a board may show when the log has come to this event. */
function allowed(events, last) {
  let [won, opened, shocked] = [false, 0, 0];
  for (const [number, event] of events) {
    if (number > last || event === null) continue;
    if (event.type === 'round_began') [won, opened, shocked] = [false, 0, 0];
    if (event.type === 'played' || event.type === 'played_down') won = false;
    if (event.type === 'trick_won') won = true;
    if (event.type === 'revealed') opened++;
    if (event.type === 'shocked') shocked++;
  }
  return { won, opened, shocked };
}

test('SHOCK! shows nothing before its beat, and bots wait for the beats', async () => {
  const { page, trouble, heard, close } = await browse(server.address, { speed: 'brisk' });
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 4, seats: bots(4), start: true });
  await page.getByTestId('skip-guide').click();
  const [seen, until] = [{ played: 0, won: 0, opened: 0 }, Date.now() + 40_000];
  let previous = -1;
  while (Date.now() < until && (seen.won < 3 || seen.opened < 3)) {
    const now = await look(page);
    if (now.over) break;
    const { events, ply } = told(heard);
    const may = allowed(events, now.last);
    assert.ok(now.last >= previous, 'the log never goes back');
    if (/won the trick/.test(now.title)) assert.ok(may.won, `too early: ${now.title} at event ${now.last}`);
    assert.ok(now.opened <= may.opened, `${now.opened} Chest cards are open, and ${may.opened} were told`);
    assert.ok(now.shocked <= may.shocked, `${now.shocked} are shocked, and ${may.shocked} were told`);
    assert.ok(ply - now.ply <= 2, `the bots are ${ply - now.ply} moves ahead of the page`);
    if (now.playing) {
      seen.played++;
      assert.deepEqual(now.open, [], 'nothing can be chosen while beats play');
    }
    seen.won = events.filter(([number, event]) => number <= now.last && event?.type === 'trick_won').length;
    seen.opened = events.filter(([number, event]) => number <= now.last && event?.type === 'revealed').length;
    previous = now.last;
    if (now.confirm) await click(page, '[data-testid=confirm]');
    else if (now.open.length > 0) await click(page, `[data-part="${now.open[0]}"]`);
  }
  assert.ok(seen.played > 20 && seen.won > 0 && seen.opened > 0, JSON.stringify(seen));
  assert.deepEqual(trouble, []);
  await close();
});

test('Escape ends all beats, and an instant pace has none', async () => {
  const { page, trouble, close } = await browse(server.address, { speed: 'calm' });
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 3, seats: bots(3), start: true });
  await page.getByTestId('skip-guide').click();
  for (let skipped = 0; skipped < 3;) {
    const now = await look(page);
    if (now.playing) {
      await page.keyboard.press('Escape');
      await page.waitForFunction(
        (last) => Number([...document.querySelectorAll('[data-event]')].at(-1)?.getAttribute('data-event')) >= last,
        now.last,
        { timeout: 1000 },
      );
      skipped++;
    } else if (now.confirm) await click(page, '[data-testid=confirm]');
    else if (now.open.length > 0) await click(page, `[data-part="${now.open[0]}"]`);
  }
  await page.getByTestId('menu').click();
  await page.getByTestId('speed').selectOption('instant');
  await page.keyboard.press('Escape');
  const from = (await look(page)).ply;
  for (let ply = from; ply < from + 10;) {
    const now = await look(page);
    ply = now.ply;
    if (now.over) break;
    if (now.confirm) await click(page, '[data-testid=confirm]');
    else if (now.open.length > 0) await click(page, `[data-part="${now.open[0]}"]`);
  }
  assert.deepEqual(trouble, []);
  await close();
});
