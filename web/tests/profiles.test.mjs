// Results and ratings on the page: a rated game, somebody's page, and what others are not shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, noSidewaysScrolling, scan, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

const PHONE = { width: 360, height: 740 };

/** Saves a picture if somebody wants to look. */
async function picture(page, name) {
  const folder = process.env.ROUNDTABLE_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Sends JSON from the page, as the person there. */
const send = (page, path, body, method = 'POST') =>
  page.evaluate(
    async ([path, body, method]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
      const text = await answer.text();
      return text ? JSON.parse(text) : null;
    },
    [path, body, method],
  );

/** Lets a bot play for somebody, and waits until the game is over. */
const leave = (page, id) =>
  page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`/api/tables/${id}/resign`, { method: 'POST', headers, body: '{}' });
    for (let over = false; !over;) {
      await new Promise((later) => setTimeout(later, 200));
      over = (await (await fetch(`/api/tables/${id}`)).json()).status === 'over';
    }
  }, id);

async function owner(name) {
  const one = await browse(server.address);
  await one.page.goto(`${server.address}/about`);
  await send(one.page, '/api/guest', { name });
  await send(one.page, '/api/me/password', { password: 'a very wet sword' });
  return one;
}

test('a finished game is on the pages of those who played, as far as they show it', async () => {
  const [ann, ben] = await Promise.all([owner('Lynet of Ashby'), owner('Bors')]);
  const ids = [];
  for (let made = 0; made < 2; made++) {
    const wish = { game: 'knight-at-the-inn', players: 2, public: true, spectators: true };
    const { id } = await send(ann.page, '/api/tables', wish);
    ids.push(id);
    if (made === 0) {
      await ben.page.goto(`${server.address}/t/${id}`);
      await ben.page.getByText('rated: who sits down agrees').waitFor();
      await ben.page.getByRole('link', { name: 'Lynet of Ashby' }).waitFor();
      // Nobody is seated by a link where the result would count.
      await ben.page.getByTestId('sit').waitFor();
      await picture(ben.page, 'waiting-rated');
      await ben.page.goto(`${server.address}/about`);
    }
    await send(ben.page, `/api/tables/${id}/join`, {});
    await send(ann.page, `/api/tables/${id}/start`, {});
    await Promise.all([leave(ann.page, id), leave(ben.page, id)]);
  }
  await send(ann.page, `/api/tables/${ids[0]}/notes`, { ply: 3, text: 'What a step!', shared: true });
  const bots = { game: 'knight-shift', players: 3, seats: ['me', { bot: 'page' }, { bot: 'page' }], hints: true };
  const { id: other, key } = await send(ann.page, '/api/tables', bots);
  await send(ann.page, `/api/tables/${other}/start?key=${key}`, {});
  await leave(ann.page, other);

  const stranger = await browse(server.address);
  const { page } = stranger;
  await page.goto(server.address);
  const ended = page.getByTestId('ended');
  await ended.getByText('1. ').first().waitFor();
  await picture(page, 'lobby-finished');
  await ended.getByRole('link', { name: 'Lynet of Ashby' }).first().click();
  await page.getByRole('heading', { name: 'Lynet of Ashby' }).waitFor();
  await page.getByText('No rated games yet.').waitFor();
  await page.getByTestId('games').getByRole('listitem').nth(1).waitFor();
  assert.equal(await page.getByTestId('games').getByRole('listitem').count(), 2, 'the private game is not shown');
  await page.getByText('What a step!').waitFor();
  await scan(page, 'the page of a person');
  await picture(page, 'person');
  await page.setViewportSize(PHONE);
  await noSidewaysScrolling(page, 'the page of a person');
  await picture(page, 'person-phone');
  await page.goto(`${server.address}/p/Nobody`);
  await page.getByText('Nobody has claimed this name').waitFor();
  assert.deepEqual([...ann.trouble, ...ben.trouble], []);
  await Promise.all([ann.close(), ben.close(), stranger.close()]);
});
