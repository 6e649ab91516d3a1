// One link for everybody: whoever follows it sits down, watches, or is told why not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, makeTable, playNow, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

test('the link of a game against bots lets others watch, and shows them the end', async () => {
  const [ann, eve] = await Promise.all([browse(server.address), browse(server.address)]);
  await playNow(ann.page, server.address, 'knight-at-the-inn');
  const link = ann.page.url();
  await eve.page.goto(link);
  await eve.page.getByText('watching').waitFor();
  await playOn(ann.page, { seed: 4 });
  await eve.page.getByRole('dialog', { name: 'The end' }).waitFor();
  // Somebody who comes after the end, without a name, sees it too, and the replay.
  const late = await browse(server.address);
  await late.page.goto(link);
  await late.page.getByRole('dialog', { name: 'The end' }).getByRole('link', { name: 'Replay' }).click();
  await late.page.locator('#scrub').waitFor();
  assert.deepEqual([...ann.trouble, ...eve.trouble, ...late.trouble], []);
  await Promise.all([ann.close(), eve.close(), late.close()]);
});

test('a newcomer is asked for a name where it matters, and takes the seat that was kept', async () => {
  const [ann, ben] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const table = await makeTable(ann.page, server.address, {
    name: 'Host of the kept seat',
    game: 'knight-at-the-inn',
    players: 2,
    seats: ['me', 'invited'],
  });
  await ben.page.goto(`${server.address}/t/${table.id}?key=${table.key}`);
  assert.match(await ben.page.getByTestId('name').inputValue(), / of /, 'a name is suggested');
  await ben.page.getByTestId('name').fill('Bedwyr the Kept');
  await ben.page.getByTestId('sit').click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  await ann.page.getByText('Bedwyr the Kept').waitFor();
  // Whoever leaves is not put back by a reload; whoever comes with a name sits down at once.
  await ben.page.getByRole('button', { name: 'Leave the seat' }).click();
  await ben.page.reload();
  await ben.page.getByTestId('sit').waitFor();
  const cai = await browse(server.address);
  await cai.page.goto(server.address);
  await cai.page.evaluate(() =>
    fetch('/api/guest', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Cai at once' }),
    }),
  );
  await cai.page.goto(`${server.address}/t/${table.id}?key=${table.key}`);
  await cai.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  assert.deepEqual([...ann.trouble, ...ben.trouble, ...cai.trouble], []);
  await Promise.all([ann.close(), ben.close(), cai.close()]);
});

test('a game without spectators says so, and a wrong address leads to the lobby', async () => {
  const [ann, eve] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const table = await makeTable(ann.page, server.address, {
    game: 'knight-at-the-inn',
    players: 2,
    seats: ['me', { bot: 'squire' }],
    start: true,
  });
  await eve.page.goto(`${server.address}/t/${table.id}?key=${table.key}`);
  await eve.page.getByText('played without spectators').waitFor();
  await eve.page.getByRole('link', { name: 'To the lobby' }).click();
  await eve.page.getByTestId('play-shock').waitFor();
  await eve.page.goto(`${server.address}/nonsense`);
  await eve.page.getByText('The address leads nowhere').waitFor();
  await eve.page.goto(`${server.address}/t/${'0'.repeat(32)}`);
  await eve.page.getByText('No table here').waitFor();
  await Promise.all([ann.close(), eve.close()]);
});

test('a move chosen while a hint is computed is made, and a rematch with bots begins', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await makeTable(page, server.address, {
    game: 'knight-at-the-inn',
    players: 2,
    seats: ['me', { bot: 'page' }],
    hints: true,
    start: true,
  });
  await page.getByTestId('skip-guide').click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByTestId('drop-hint').waitFor();
  const before = Number(await page.locator('[data-ply]').getAttribute('data-ply'));
  await playOn(page, { seed: 9, enough: async (ply) => ply > before });
  await playOn(page, { seed: 9 });
  await page.getByTestId('rematch').click();
  await page.waitForFunction(() => document.querySelector('[data-ply]') !== null);
  await page.waitForFunction(() => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) < 20);
  assert.deepEqual(trouble, []);
  await close();
});
