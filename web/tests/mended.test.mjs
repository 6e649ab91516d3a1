// What newcomers stumbled over: each of these was seen once, and must not come back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, GAMES, makeTable, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

/** A table against bots after some moves, at the size of a screen. */
async function seat({ game, players, width = 1280, height = 800, moves = 0 }) {
  const browser = await browse(server.address, { viewport: { width, height } });
  await browser.page.goto(server.address);
  await makeTable(browser.page, server.address, { game, players, seats: bots(players), start: true });
  await browser.page.getByTestId('skip-guide').click();
  if (moves > 0) await playOn(browser.page, { seed: 4, enough: async (ply) => ply >= moves });
  await browser.page.locator('.prompt.mine').waitFor();
  return browser;
}

/** Whether an element is to be seen without scrolling: not below the board, whose foot is the prompt. */
function inSight(page, selector) {
  return page.evaluate((selector) => {
    const board = document.querySelector('main').getBoundingClientRect();
    const rect = document.querySelector(selector)?.getBoundingClientRect();
    return rect !== undefined && rect.top >= board.top - 1 && rect.top + rect.height * 0.6 <= board.bottom;
  }, selector);
}

for (const [width, height] of [
  [640, 400],
  [844, 390],
  [360, 740],
]) {
  test(`the hand of SHOCK! is in sight at ${width}x${height}`, async () => {
    const { page, close } = await seat({ game: 'shock', players: 4, width, height, moves: 6 });
    assert.ok(await inSight(page, 'main [role=group][aria-label="Your hand"] .pick'));
    await close();
  });
}

test('on a phone one sees on which side one is in Never Bring a Knife, and the own stack', async () => {
  const { page, close } = await seat({
    game: 'never-bring-a-knife',
    players: 5,
    width: 360,
    height: 740,
    moves: 4,
  });
  const words = page.getByText(/You are a (Cop|Criminal)/).first();
  await words.waitFor();
  assert.ok((await words.boundingBox()).y < 740 - 60);
  assert.ok(await inSight(page, 'main [data-spot~="cards:0"]'));
  await close();
});

test('"face up" does not lie in an empty place of a stack', async () => {
  const { page, close } = await seat({ game: 'never-bring-a-knife', players: 5, moves: 8 });
  const card = page.locator('.pick.open[data-part^="card:"]').first();
  if (await card.count()) await card.click();
  const covered = await page.evaluate(() => {
    const tabs = [...document.querySelectorAll('main [data-part^="up:"]')];
    const free = [...document.querySelectorAll('.place.free')].map((place) => place.getBoundingClientRect());
    return tabs
      .map((tab) => tab.getBoundingClientRect())
      .filter((tab) =>
        free.some(
          (place) =>
            tab.left < place.right - 1 &&
            place.left < tab.right - 1 &&
            // Below a place stands who laid its card.
            tab.top < place.bottom - 20 &&
            place.top < tab.bottom - 1,
        ),
      ).length;
  });
  assert.equal(covered, 0);
  await close();
});

test('the mark of what can be chosen lies below a card, not on its corner', async () => {
  const { page, close } = await seat({ game: 'shock', players: 3 });
  await page.locator('.pick.open').first().waitFor();
  const [bottom, top] = await page.evaluate(() => {
    const mark = getComputedStyle(document.querySelector('.pick.open'), '::after');
    return [parseFloat(mark.bottom), parseFloat(mark.top)];
  });
  assert.ok(bottom < 0 && top > 30, `${bottom} ${top}`);
  await close();
});

test('a large card stands beside the board, not over it', async () => {
  const { page, close } = await seat({ game: 'shock', players: 3 });
  await page.locator('[aria-label="Your hand"] .pick').nth(2).hover();
  const shown = page.locator('.inspector');
  await shown.waitFor();
  const [card, board] = [await shown.boundingBox(), await page.locator('main').boundingBox()];
  assert.ok(card.x >= board.x + board.width, `${card.x} is over a board of ${board.width}`);
  await close();
});

test('the log of Knight Shift has names and signs', async () => {
  const { page, close } = await seat({ game: 'knight-shift', players: 3, moves: 24 });
  const log = await page.locator('.log').innerText();
  assert.match(log, /(Sir|Dame) \w+/);
  assert.doesNotMatch(log, /Knight \d|food\d/);
  await close();
});

test('an event of Knights & Damosels says that it is discarded before it is', async () => {
  for (let tries = 0; tries < 12; tries++) {
    const { page, close } = await browse(server.address);
    await page.goto(server.address);
    await makeTable(page, server.address, { game: 'knights-and-damosels', players: 3, seats: bots(3), start: true });
    await page.getByTestId('skip-guide').click();
    await page.locator('.prompt.mine').waitFor();
    const event = page.locator('.pick.open[data-part^="event:"]').first();
    if (await event.count()) {
      assert.match(await event.locator('.hidden-text').first().textContent(), /^Discard/);
      await event.hover();
      assert.match(await page.locator('.inspector').innerText(), /Discard/);
      await close();
      return;
    }
    await close();
  }
  assert.fail('nobody was Arthur or Merlin');
});

/** Drawings that stand beside their name, and what only decorates a table. */
const DECORATION = '.arms, .drawing, .crest, .portrait, .whole, .horse, .loot, .thing, .paths';

for (const [game, { players }] of Object.entries(GAMES)) {
  test(`every sign on the board of ${game} says what it is`, async () => {
    const { page, close } = await seat({ game, players });
    const silent = new Set();
    await playOn(page, {
      seed: 3,
      enough: async (ply) => {
        const found = await page.evaluate((decoration) => {
          const signs = [...document.querySelectorAll('main svg, main .card')].filter(
            (sign) => sign.getBoundingClientRect().width > 8 && !sign.parentElement.closest('svg'),
          );
          return signs
            .filter((sign) => !sign.closest(`[title], .pick, button, a, ${decoration}`))
            .map((sign) => `${sign.parentElement.className} > ${sign.getAttribute('class')}`);
        }, DECORATION);
        for (const sign of found) silent.add(sign);
        return ply > 40;
      },
    });
    assert.deepEqual([...silent], []);
    await close();
  });
}
