// Who is who on the page: where somebody is signed in, a lobby that nobody can fill, a rematch that asks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, makeTable, noSidewaysScrolling, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

const PHONE = { width: 360, height: 740 };

/** Saves a picture if somebody wants to look. */
async function picture(page, name) {
  const folder = process.env.ROUNDTABLE_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('sessions are listed, and one is ended from another device', async () => {
  const [home, away] = await Promise.all([browse(server.address), browse(server.address)]);
  await home.page.goto(`${server.address}/me`);
  await home.page.getByLabel('Name').first().fill('Lynet of Ashby');
  await home.page.getByRole('button', { name: 'Come in' }).click();
  await home.page.getByLabel('New password').fill('a very wet sword');
  await home.page.getByRole('button', { name: 'Save' }).click();
  await home.page.getByText('sign in on any device').waitFor();

  await away.page.goto(`${server.address}/me`);
  await away.page.getByLabel('Name').nth(1).fill('Lynet of Ashby');
  await away.page.getByLabel('Password').fill('a very wet sword');
  await away.page.getByRole('button', { name: 'Sign in' }).click();
  await away.page.getByRole('heading', { name: 'Lynet of Ashby' }).waitFor();

  await home.page.reload();
  const sessions = home.page.getByTestId('sessions').getByRole('listitem');
  await sessions.nth(1).waitFor();
  assert.equal(await sessions.count(), 2);
  assert.match(await sessions.first().innerText(), /Chrome on Linux/);
  await picture(home.page, 'me');
  await home.page.setViewportSize(PHONE);
  await noSidewaysScrolling(home.page, 'the page about me');
  await picture(home.page, 'me-phone');
  await home.page.getByRole('button', { name: /^Sign out of/ }).click();
  await home.page.getByText('Signed out: Chrome on Linux.').waitFor();
  await sessions.nth(1).waitFor({ state: 'detached' });
  await away.page.reload();
  await away.page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  assert.deepEqual([...home.trouble, ...away.trouble], []);
  await Promise.all([home.close(), away.close()]);
});

test('many tables of one person take little room in the lobby', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await page.evaluate(async () => {
    const send = async (path, body) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    await send('/api/guest', { name: 'Pelles' });
    for (let made = 0; made < 12; made++)
      await send('/api/tables', { game: 'knight-at-the-inn', players: 2, public: true });
    await fetch('/api/logout', { method: 'POST' });
  });
  await page.goto(server.address);
  const list = page.getByRole('region', { name: 'Tables with free seats' });
  const unfold = list.getByRole('button', { name: 'and 9 more by Pelles' });
  await unfold.waitFor();
  assert.equal(await list.getByRole('link', { name: /^Join/ }).count(), 3);
  await picture(page, 'lobby');
  await page.setViewportSize(PHONE);
  await noSidewaysScrolling(page, 'the lobby');
  await unfold.scrollIntoViewIfNeeded();
  await picture(page, 'lobby-phone');
  await unfold.click();
  await list.getByRole('link', { name: /^Join/ }).nth(11).waitFor();
  assert.equal(await unfold.count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test('a rematch asks the other, who sits down only after a yes', async () => {
  const [ann, ben] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const table = await makeTable(ann.page, server.address, { name: 'Ann', game: 'knight-at-the-inn', players: 2 });
  await ben.page.goto(`${server.address}/t/${table.id}?key=${table.key}`);
  await ben.page.getByLabel('Your name').fill('Ben');
  await ben.page.getByTestId('sit').click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  await ann.page.getByRole('button', { name: 'Begin' }).click();
  for (const { page } of [ann, ben]) await page.getByTestId('skip-guide').click();
  // Bots play it to the end.
  for (const { page } of [ann, ben])
    await page.evaluate(
      (id) =>
        fetch(`/api/tables/${id}/resign`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      table.id,
    );
  await Promise.all([playOn(ann.page), playOn(ben.page)]);

  await ann.page.getByRole('button', { name: 'Play again' }).click();
  await ann.page.getByText('Ben (asked)').waitFor();
  await picture(ann.page, 'asked');
  await ben.page.getByRole('button', { name: 'Join the rematch' }).waitFor();
  await picture(ben.page, 'end');
  // Ben finds it in the lobby as well, and looking at it is no yes.
  const lobby = await ben.context.newPage();
  await lobby.goto(server.address);
  await lobby.getByText('You are asked to play').waitFor();
  await lobby.getByRole('link', { name: /^You are asked/ }).click();
  await lobby.getByTestId('join-rematch').waitFor();
  await lobby.setViewportSize(PHONE);
  // The board measures itself again when the window has changed.
  await lobby.waitForFunction(() => document.querySelector('main').scrollWidth <= innerWidth);
  await noSidewaysScrolling(lobby, 'a table that asks');
  await picture(lobby, 'asked-phone');
  await ann.page.getByText('Ben (asked)').waitFor();
  await lobby.close();

  await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  await ann.page.getByText('Ben (asked)').waitFor({ state: 'detached' });
  await ann.page.getByRole('button', { name: 'Begin', exact: true }).click();
  for (const { page } of [ann, ben]) await page.waitForFunction(() => document.querySelector('[data-ply]') !== null);
  assert.deepEqual([...ann.trouble, ...ben.trouble], []);
  await Promise.all([ann.close(), ben.close()]);
});

test('a token is made, shown once and revoked, and an account becomes a bot that everybody sees', async () => {
  const [deep, ann] = await Promise.all([browse(server.address), browse(server.address)]);
  await deep.page.goto(`${server.address}/me`);
  await deep.page.getByLabel('Name').first().fill('Deep of Thought');
  await deep.page.getByRole('button', { name: 'Come in' }).click();
  await deep.page.getByLabel('New password').fill('a very wet sword');
  await deep.page.getByRole('button', { name: 'Save' }).click();
  await deep.page.getByText('sign in on any device').waitFor();
  await deep.page.getByLabel('Name of the program').fill('night watch');
  await deep.page.getByLabel('chat and write notes').check();
  await deep.page.getByRole('button', { name: 'Make a token' }).click();
  const secret = await deep.page.getByTestId('secret').locator('code').innerText();
  assert.match(secret, /^rt_[0-9a-f]{64}$/);
  const who = await fetch(`${server.address}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal((await who.json()).name, 'Deep of Thought');
  assert.match(
    await deep.page.getByTestId('tokens').innerText(),
    /night watch\s+read, play, talk; made .*, never used/,
  );
  await picture(deep.page, 'programs');
  await deep.page.setViewportSize(PHONE);
  await noSidewaysScrolling(deep.page, 'the page about me with a token');
  await picture(deep.page, 'programs-phone');
  await deep.page.setViewportSize({ width: 1280, height: 800 });
  await deep.page.reload();
  await deep.page.getByRole('button', { name: 'Revoke night watch' }).waitFor();
  assert.equal(await deep.page.getByTestId('secret').count(), 0);
  await deep.page.getByRole('button', { name: 'Revoke night watch' }).click();
  await deep.page.getByText('Revoked: night watch.').waitFor();
  const gone = await fetch(`${server.address}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(gone.status, 401);

  const bot = deep.page.locator('section', { has: deep.page.getByRole('heading', { name: 'A bot' }) });
  await bot.getByLabel('Password').fill('a very wet sword');
  await bot.getByLabel('It shall be a bot for good').check();
  await bot.getByRole('button', { name: 'Become a bot' }).click();
  await deep.page.getByText('This account is a bot. Everybody sees').waitFor();
  await picture(deep.page, 'bot');

  // Ann asks it by name.
  await ann.page.goto(`${server.address}/new?game=knight-at-the-inn`);
  await ann.page.getByTestId('details').click();
  await ann.page.getByLabel('Seat 2').selectOption('asked');
  await ann.page.getByLabel('Their name').fill('deep of thought');
  await picture(ann.page, 'new-asked');
  await ann.page.setViewportSize(PHONE);
  await noSidewaysScrolling(ann.page, 'a new table that asks');
  await picture(ann.page, 'new-asked-phone');
  await ann.page.locator('form button.main').click();
  await ann.page.getByText('Deep of Thought (bot, asked)').waitFor();
  await picture(ann.page, 'waiting-asked-phone');
  await deep.page.goto(server.address);
  await deep.page.getByRole('link', { name: /^You are asked/ }).click();
  await deep.page.getByTestId('join-rematch').click();
  await ann.page.getByText('Deep of Thought (bot)', { exact: true }).waitFor();
  assert.deepEqual([...deep.trouble, ...ann.trouble], []);
  await Promise.all([deep.close(), ann.close()]);
});
