// Shared by the browser tests: a real server, a real browser, and a way to play through the page as a person would.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

const BINARY = process.env.ROUNDTABLE_BIN;
const CHROMIUM = process.env.ROUNDTABLE_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The games in the binary: a name, a number of players to try it with, and the most that can play. */
export const GAMES = Object.fromEntries(
  JSON.parse(BINARY ? execFileSync(BINARY, ['games', '--json'], { encoding: 'utf8' }) : '[]').map((game) => [
    game.slug,
    { name: game.name, players: Math.min(game.min_players + 1, game.max_players), most: game.max_players },
  ]),
);

const scratch = [];
export function folder() {
  const path = mkdtempSync(join(tmpdir(), 'roundtable-browser-'));
  scratch.push(path);
  return path;
}
const servers = new Set();
const browsers = new Set();
// A failing test leaves its browser open, and the run would wait for it.
after(async () => {
  await Promise.all([...browsers].map((context) => context.close().catch(() => undefined)));
  for (const child of servers) child.kill('SIGKILL');
});
process.on('exit', () => {
  for (const child of servers) child.kill('SIGKILL');
  for (const path of scratch) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * A server with its own data. Bots answer at once unless a test wants to see them: these tests are about the page.
 */
export async function serve({ data = folder(), port = 0, delay = 0, reveal = 20 } = {}) {
  assert.ok(BINARY, 'ROUNDTABLE_BIN names the binary under test');
  const child = spawn(BINARY, ['serve', '--bind', `127.0.0.1:${port}`, '--data', data], {
    env: {
      ...process.env,
      ROUNDTABLE_BOT_DELAY_MIN: String(delay),
      ROUNDTABLE_BOT_DELAY_MAX: String(delay + 30),
      ROUNDTABLE_REVEAL_SECONDS: String(reveal),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(child);
  child.on('exit', () => servers.delete(child));
  // The server's log is shown only if it cannot start.
  let logged = '';
  child.stderr.on('data', (chunk) => (logged += chunk));
  const address = await new Promise((found, failed) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const match = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
      if (match) found(match[0]);
    });
    child.on('exit', (code) =>
      failed(new Error(`the server ended with ${code} before it said where it is: ${said}${logged}`)),
    );
  });
  return {
    address,
    data,
    port: Number(new URL(address).port),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.on('exit', done));
      child.kill(signal);
      await gone;
    },
  };
}

/** One person's browser, with everything it complained about and everything it received. */
export async function browse(address, { speed = 'instant', newcomer = false, ...options } = {}) {
  const context = await chromium.launchPersistentContext(folder(), {
    executablePath: CHROMIUM,
    args: FLAGS,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  // Beats take time, and a newcomer is offered a lesson: only the tests that are about them want to see them.
  const usual = newcomer ? { speed } : { speed, met: Object.keys(GAMES) };
  await context.addInitScript((usual) => {
    const kept = JSON.parse(localStorage.getItem('roundtable') ?? '{}');
    localStorage.setItem('roundtable', JSON.stringify({ ...usual, ...kept }));
  }, usual);
  browsers.add(context);
  context.on('close', () => browsers.delete(context));
  const page = context.pages()[0] ?? (await context.newPage());
  const trouble = [];
  const heard = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== new URL(address).origin)
      trouble.push(`request to ${url}`);
  });
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(String(frame.payload))));
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) heard.push(await response.text().catch(() => ''));
  });
  return { context, page, trouble, heard, close: () => context.close() };
}

/** From the lobby into a running game: one click, skipping the guided start. */
export async function playNow(page, address, slug) {
  await page.goto(address);
  await page.getByTestId(`play-${slug}`).click();
  await page.waitForURL(/\/t\//);
  await page.getByTestId('skip-guide').click();
}

/** Makes a table through the API as this browser's person and goes there. */
export async function makeTable(page, address, wish) {
  const table = await page.evaluate(async (wish) => {
    const send = async (path, body) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    if (!(await (await fetch('/api/who')).json()).me) await send('/api/guest', { name: wish.name ?? 'Tester' });
    const { name: _, start, ...rest } = wish;
    const table = await send('/api/tables', rest);
    if (start) await send(`/api/tables/${table.id}/start`, {});
    return table;
  }, wish);
  assert.ok(table.id, JSON.stringify(table));
  await page.goto(`${address}/t/${table.id}?key=${table.key}`);
  return table;
}

/** The seats of a table with one person, and bots on the others. */
export function bots(players, level = 'squire') {
  return ['me', ...Array.from({ length: players - 1 }, () => ({ bot: level }))];
}

/** A small random generator, so that a failing run can be repeated. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** What the page waits for now. */
async function situation(page) {
  return page.evaluate(() => {
    const seen = (selector) => document.querySelector(selector) !== null;
    return {
      ply: Number(document.querySelector('[data-ply]')?.getAttribute('data-ply') ?? -1),
      moment: seen('dialog[open] [data-testid=moment-next]'),
      over: seen('dialog[open][aria-label="The end"]'),
      confirm: seen('[data-testid=confirm]:not([disabled])'),
      open: [...document.querySelectorAll('[data-part].open, .verb[data-part]:not(.chosen)')].map((part) =>
        part.getAttribute('data-part'),
      ),
      picked: seen('[data-testid=undo]'),
    };
  });
}

/**
 * Plays through the page until the end screen, or until `enough` says so, choosing at random. Returns the ply reached.
 */
export async function playOn(page, { seed = 1, press = click, enough = async () => false } = {}) {
  const roll = dice(seed);
  let [ply, idle] = [-1, 0];
  for (;;) {
    const now = await situation(page);
    if (now.over) return now.ply;
    if (now.ply !== ply) {
      [ply, idle] = [now.ply, 0];
      if (await enough(now.ply)) return now.ply;
    }
    if (now.moment) await press(page, '[data-testid=moment-next]');
    else if (now.confirm && (now.open.length === 0 || roll(3) === 0)) await press(page, '[data-testid=confirm]');
    else if (now.open.length > 0) await press(page, `[data-part=${JSON.stringify(now.open[roll(now.open.length)])}]`);
    else await page.waitForTimeout(20);
    assert.ok(idle++ < 1500, 'nothing happens any more');
  }
}

/** Whether the end screen is shown. */
export async function atEnd(page) {
  return (await situation(page)).over;
}

export async function click(page, selector) {
  // The table may change between looking and clicking: a part that is gone is no failure, the next look will tell.
  await page
    .locator(selector)
    .first()
    .click({ timeout: 2000 })
    .catch((error) => {
      if (!/Timeout/.test(String(error))) throw error;
    });
}

/** The same with the keyboard alone: Tab until it has the focus, then Enter. */
export async function type(page, selector) {
  for (let tabs = 0; tabs < 150; tabs++) {
    const reached = await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
    if (reached) return page.keyboard.press('Enter');
    if (!(await page.locator(selector).count())) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard does not reach ${selector}`);
}

/** Asserts that nothing on the page is wider than the screen. */
export async function noSidewaysScrolling(page, where) {
  const wide = await page.evaluate(() => {
    const board = document.querySelector('main');
    return {
      page: document.documentElement.scrollWidth - innerWidth,
      board: board ? board.scrollWidth - board.clientWidth : 0,
    };
  });
  assert.ok(wide.page <= 0 && wide.board <= 0, `${where}: too wide by ${JSON.stringify(wide)}`);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Looks at the page with axe: nothing serious may be found. */
export async function scan(page, where) {
  // The page allows no foreign script, so the debugger injects axe.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split('\n')[1]?.trim()})`)
            .join(' | ')}`,
      );
  });
  assert.deepEqual(found, [], where);
}
