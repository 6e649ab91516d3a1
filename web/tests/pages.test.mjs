// The pages around the tables: making a table by hand, inviting, name and password, the rules.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

test('a table made by hand, with an invited friend and a bot', async () => {
  const [ann, ben] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(`${server.address}/new?game=knights-and-damosels`);
  await ann.page.getByRole('combobox', { name: /^Players/ }).selectOption('3');
  await ann.page.getByLabel('camlann').check();
  await ann.page.getByLabel('Friends, by link').check();
  await ann.page.getByTestId('details').click();
  await ann.page.getByRole('combobox', { name: /^Seat 2/ }).selectOption('invited');
  await ann.page.getByRole('combobox', { name: /^Seat 3/ }).selectOption('squire');
  await ann.page.getByLabel('Your name').fill('Ann of the Hall');
  await ann.page.getByRole('button', { name: 'Make the table' }).click();
  await ann.page.waitForURL(/\/t\//);
  await ann.page.getByText('an invited guest').waitFor();
  await ann.page.getByText('camlann').waitFor();

  // What the button copies: the table's link with the seat's secret.
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ann.page.getByRole('button', { name: 'Copy invitation' }).click();
  await ann.page.getByText('Copied.').waitFor();
  const link = await ann.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /invite=/);
  await ben.page.goto(link);
  await ben.page.getByTestId('sit').click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  await ann.page.getByRole('button', { name: 'Begin' }).click();
  for (const { page } of [ann, ben]) await page.getByTestId('skip-guide').click();

  // They chat, and see each other's lines.
  await ann.page.getByRole('tab', { name: /Chat/ }).click();
  await ann.page.getByLabel('Say something').fill('Well met');
  await ann.page.getByRole('button', { name: 'Send' }).click();
  // The first line already makes a badge.
  await ben.page.getByRole('tab', { name: /Chat \(1 new\)/ }).click();
  await ben.page.getByText('Well met').waitFor();
  assert.deepEqual([...ann.trouble, ...ben.trouble], []);
  await Promise.all([ann.close(), ben.close()]);
});

test('a name is chosen, kept with a password, and found again on another device', async () => {
  const [home, away] = await Promise.all([browse(server.address), browse(server.address)]);
  await home.page.goto(`${server.address}/me`);
  await home.page.getByLabel('Name').first().fill('Nimue of the Lake');
  await home.page.getByRole('button', { name: 'Come in' }).click();
  await home.page.getByRole('heading', { name: 'Nimue of the Lake' }).waitFor();
  await home.page.getByLabel('New password').fill('a very wet sword');
  await home.page.getByRole('button', { name: 'Save' }).click();
  await home.page.getByText('sign in on any device').waitFor();

  await away.page.goto(`${server.address}/me`);
  await away.page.getByLabel('Name').nth(1).fill('Nimue of the Lake');
  await away.page.getByLabel('Password').fill('a very wet sword');
  await away.page.getByRole('button', { name: 'Sign in' }).click();
  await away.page.getByRole('heading', { name: 'Nimue of the Lake' }).waitFor();
  await away.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await away.page.getByText('Signed out everywhere').waitFor();
  await home.page.reload();
  await home.page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  assert.deepEqual([...home.trouble, ...away.trouble], []);
  await Promise.all([home.close(), away.close()]);
});

test('rules are searched, and a link leads to a rule', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(`${server.address}/rules/knight-shift#KS-R5`);
  await page.locator('[id="KS-R5"].here').waitFor();
  await page.getByLabel('Search the rules').fill('booze');
  await page.getByText(/\d+ found/).waitFor();
  assert.match(await page.locator('.rules').innerText(), /booze/i);
  assert.deepEqual(trouble, []);
  await close();
});
