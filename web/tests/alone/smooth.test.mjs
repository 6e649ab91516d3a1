// Smooth on the eyes: beats begin at once, and nothing blocks the page while cards fly. Run without other tests beside it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, click, makeTable, serve } from '../support.mjs';

/** The longest that anything may block the page, in milliseconds. */
const LONG = 50;
/** A frame at 60 frames a second, in milliseconds. */
const FRAME = 1000 / 60;

let server;
before(async () => (server = await serve({ delay: 300 })));
after(() => server.stop());

/** Records when moves are told, when the page changes after them, how long frames take and what blocks them. */
function record() {
  const found = (window.found = { starts: [], frames: [], long: [] });
  let told = null;
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(hear) {
      set.call(this, (frame) => {
        const idle = document.querySelector('[data-testid=skip-beats]') === null;
        if (idle && String(frame.data).startsWith('{"type":"update"')) told = performance.now();
        hear(frame);
      });
    },
  });
  new MutationObserver(() => {
    if (told === null) return;
    found.starts.push(performance.now() - told);
    told = null;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.long.push([entry.startTime, entry.duration]);
  }).observe({ type: 'longtask' });
  let last = 0;
  const look = (now) => {
    // Only frames in which something flies, from one to the next.
    const flies = document.querySelector('.flying') !== null;
    if (flies && last) found.frames.push(now - last);
    last = flies ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('cards fly at 60 frames a second, and a beat begins within a frame', async () => {
  const { context, page, trouble, close } = await browse(server.address, {
    speed: 'brisk',
    reducedMotion: 'no-preference',
  });
  await context.addInitScript(record);
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 4, seats: bots(4), start: true });
  await page.getByTestId('skip-guide').click();
  // Laying out the board is not a flight.
  await page.waitForTimeout(500);
  const from = await page.evaluate(() => performance.now());
  for (const until = Date.now() + 15_000; Date.now() < until;) {
    const part = await page.evaluate(() => document.querySelector('.pick.open[data-part]')?.getAttribute('data-part'));
    if (part) await click(page, `[data-part="${part}"]`);
    else if (await page.locator('[data-testid=confirm]:not([disabled])').count())
      await click(page, '[data-testid=confirm]');
    else await page.waitForTimeout(100);
  }
  const { starts, frames, long } = await page.evaluate(() => window.found);
  const sorted = (list) => list.toSorted((a, b) => a - b);
  const at = (list, part) => sorted(list)[Math.floor(list.length * part)] ?? 0;
  const blocked = long.filter(([start]) => start > from).map(([, time]) => Math.round(time));
  console.log(
    `${starts.length} beats begin after ${at(starts, 0.5).toFixed(1)} ms (9 of 10 within ${at(starts, 0.9).toFixed(1)}); ` +
      `${frames.length} frames of ${at(frames, 0.5).toFixed(1)} ms (19 of 20 within ${at(frames, 0.95).toFixed(1)}); ` +
      `longer than ${LONG} ms: ${JSON.stringify(blocked)}`,
  );
  assert.ok(starts.length >= 3 && frames.length >= 100, 'something was seen');
  assert.ok(at(starts, 0.5) <= FRAME, 'a beat begins within a frame');
  assert.ok(at(frames, 0.5) <= FRAME * 1.1, 'half of the frames are in time');
  assert.ok(at(frames, 0.95) <= FRAME * 2.2, 'nearly all frames are in time or the next one is');
  // The machine may hiccup once; what blocks the page by itself does so again and again.
  assert.ok(blocked.length <= 1, 'nothing blocks the page');
  assert.deepEqual(trouble, []);
  await close();
});
