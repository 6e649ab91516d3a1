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

/**
 * What a board shows that has to be told first, and what was told of it up to an event: the first may never exceed the
 * second. Runs in the page: `count(selector)`, `text(selector)`.
 */
const GUARDED = {
  'knight-at-the-inn': {
    shows: ({ count }) => ({ home: count('[data-spot^="home:"]'), at: count('[data-spot^="at:"]') }),
    told: (events) => ({
      home: events.filter(({ type }) => type === 'went_home').length,
      at: events.filter(({ type }) => type === 'placed').length,
    }),
  },
  'never-bring-a-knife': {
    shows: ({ count }) => ({ wounds: count('.wounds .hit'), turned: count('.stack.done') }),
    told: (events) => ({
      wounds: events.filter(({ type }) => type === 'wounded').reduce((sum, { wounds }) => sum + wounds, 0),
      turned: since(events, 'round_began').filter(({ type }) => type === 'revealed').length,
    }),
  },
  'knight-shift': {
    shows: ({ count }) => ({
      discards: count('[data-spot^="discard:"]'),
      served: count('[data-spot^="served:"]'),
    }),
    told: (events) => {
      const claims = since(events, 'round_began').filter(({ type }) => type === 'claimed');
      return { discards: claims.filter(({ discard }) => discard !== null).length, served: claims.length };
    },
  },
  'knights-and-damosels': {
    shows: ({ count, text }) => ({
      event: count('[data-spot~="event-now"]'),
      won: /\bwins\b/.test(text('[data-spot~="joust"]')) ? 1 : 0,
    }),
    told: (events) => ({
      event: since(events, 'round_began').filter(({ type }) => type === 'event_revealed').length,
      won: since(events, 'challenged').filter(({ type }) => type === 'joust_ended').length,
    }),
  },
};

/** What came after the last event of this kind. */
function since(events, type) {
  return events.slice(events.findLastIndex((event) => event.type === type) + 1);
}

for (const [game, { shows, told: counts }] of Object.entries(GUARDED)) {
  test(`${game} shows nothing before its beat`, async () => {
    const { page, trouble, heard, close } = await browse(server.address, { speed: 'brisk' });
    await page.goto(server.address);
    const players = game === 'knight-at-the-inn' ? 2 : 4;
    await makeTable(page, server.address, { game, players, seats: bots(players), start: true });
    await page.getByTestId('skip-guide').click();
    const most = {};
    for (const until = Date.now() + 20_000; Date.now() < until;) {
      const { last, board, ...now } = await page.evaluate((shows) => {
        const find = {
          count: (selector) => document.querySelectorAll(`main ${selector}`).length,
          text: (selector) => document.querySelector(`main ${selector}`)?.textContent ?? '',
        };
        const test = (selector) => document.querySelector(selector) !== null;
        return {
          board: new Function('find', `return (${shows})(find)`)(find),
          last: Number([...document.querySelectorAll('[data-event]')].at(-1)?.getAttribute('data-event') ?? -1),
          over: test('dialog[open][aria-label="The end"]'),
          moment: test('[data-testid=moment-next]'),
          confirm: test('[data-testid=confirm]:not([disabled])'),
          open: document.querySelector('.pick.open[data-part], .verb[data-part]:not(.chosen)')?.dataset.part,
        };
      }, String(shows));
      if (now.over) break;
      const events = told(heard).events.filter(([, event]) => event !== null);
      const known = events.filter(([number]) => number <= last);
      const may = counts(known.map(([, event]) => event));
      for (const [what, shown] of Object.entries(board)) {
        assert.ok(shown <= may[what], `${what}: ${shown} are shown, and ${may[what]} were told by event ${last}`);
        most[what] = Math.max(most[what] ?? 0, shown);
      }
      if (now.moment) await click(page, '[data-testid=moment-next]');
      else if (now.confirm) await click(page, '[data-testid=confirm]');
      else if (now.open) await click(page, `[data-part="${now.open}"]`);
    }
    assert.ok(
      Object.values(most).some((shown) => shown > 0),
      `something was seen: ${JSON.stringify(most)}`,
    );
    console.log(`${game}: at most ${JSON.stringify(most)}`);
    assert.deepEqual(trouble, []);
    await close();
  });
}

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
