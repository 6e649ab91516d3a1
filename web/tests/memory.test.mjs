// Light on the memory: twenty games in one page leave nothing behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browse, makeTable, serve } from './support.mjs';

test('twenty games in one page leave nothing behind', async () => {
  const server = await serve();
  const { page, context, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 3, seats: bots(3), start: true });
  await page.getByTestId('skip-guide').click();
  const debug = await context.newCDPSession(page);
  const used = async () => {
    await page.waitForTimeout(300);
    for (let i = 0; i < 3; i++) await debug.send('HeapProfiler.collectGarbage');
    return (await debug.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const sizes = [];
  for (let game = 1; game <= 20; game++) {
    // A bot plays the own seat, so that a game takes a second.
    await page.getByTestId('menu').click();
    await page.getByTestId('hand-over').click();
    await page.getByTestId('rematch').waitFor({ timeout: 60_000 });
    if (game === 4 || game === 20) sizes.push(await used());
    const url = page.url();
    if (game < 20) {
      await page.getByTestId('rematch').click();
      await page.waitForURL((now) => now.href !== url);
      await page.locator('.prompt').waitFor();
    }
  }
  const [early, late] = sizes;
  console.log(`memory of the page: ${early.toFixed(1)} MiB after 4 games, ${late.toFixed(1)} MiB after 20`);
  assert.ok(late - early < 1.5, `${early} MiB became ${late} MiB`);
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});
