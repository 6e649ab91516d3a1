// Accessible pages: no serious finding by axe, light and dark; and light to load.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, GAMES, makeTable, playOn, scan, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

for (const colorScheme of ['light', 'dark']) {
  test(`no serious accessibility finding, ${colorScheme}`, async () => {
    const { page, trouble, close } = await browse(server.address, { colorScheme });
    await page.goto(server.address);
    await page.getByTestId('play-shock').waitFor();
    await scan(page, 'lobby');
    for (const path of ['/new?game=shock', '/rules/shock', '/me', '/about']) {
      await page.goto(server.address + path);
      await page.locator('main h1, main h2, main form').first().waitFor();
      await scan(page, path);
    }
    for (const [slug, { players }] of Object.entries(GAMES)) {
      await makeTable(page, server.address, { game: slug, players, seats: bots(players), hints: true, start: true });
      const skip = page.getByTestId('skip-guide');
      await skip.waitFor();
      await scan(page, `${slug}, guided`);
      await skip.click();
      await playOn(page, { seed: 5, enough: async (ply) => ply >= 12 });
      // The board changes while others move, and a scan that takes half of it before and half after finds nonsense.
      // Where all choose at once, others may move while everything is picked and only the confirmation is missing.
      const asked = ['[data-part].open', '.verb[data-part]', '[data-testid=confirm]:not([disabled])', 'dialog[open]'];
      await page
        .locator(asked.map((sign) => `${sign}:visible`).join(', '))
        .first()
        .waitFor();
      await scan(page, slug);
      await playOn(page, { seed: 6 });
      await page.getByTestId('story').waitFor();
      await scan(page, `${slug}, the end`);
      await page.getByRole('link', { name: 'Replay' }).click();
      await page.getByTestId('verify').waitFor();
      await scan(page, `${slug}, replay`);
    }
    await page.goto(server.address);
    await page.getByTestId('learn-shock').click();
    await page.getByTestId('lesson-next').waitFor();
    await scan(page, 'lesson');
    assert.deepEqual(trouble, []);
    await close();
  });
}

test('lobby and one table are light to load', async () => {
  for (const slug of Object.keys(GAMES)) {
    const { page, close } = await browse(server.address);
    const loaded = [];
    page.on('requestfinished', (request) => {
      if (!request.url().includes('/api/')) loaded.push(request.sizes().catch(() => null));
    });
    await page.goto(server.address);
    await page.getByTestId(`play-${slug}`).click();
    await page.getByTestId('skip-guide').waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const sizes = await Promise.all(loaded);
    const bytes = sizes.reduce((sum, size) => sum + (size?.responseBodySize ?? 0), 0);
    assert.ok(bytes > 100_000, `the page and a face were counted: ${bytes} bytes`);
    assert.ok(bytes < 250 * 1024, `${slug}: ${Math.round(bytes / 1024)} KiB`);
    console.log(`lobby and a table of ${slug}: ${Math.round(bytes / 1024)} KiB`);
    await close();
  }
});
