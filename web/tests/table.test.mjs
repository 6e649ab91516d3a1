// Around the board: why something cannot be done, a spectator who sees what is public, hints, a seat handed over and
// taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, makeTable, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

test('what cannot be chosen says why, with the number of the rule', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 3, seats: bots(3), start: true });
  await page.getByTestId('skip-guide').click();
  // Until a suit must be followed and the hand has a card of another.
  await playOn(page, {
    seed: 21,
    enough: async () =>
      (await page.locator('.pick.dead[data-part^="card:"]').count()) > 0 &&
      (await page.locator('.pick.open[data-part^="card:"]').count()) > 0,
  });
  // It marks itself as disabled, so the click has to be forced.
  await page.locator('.pick.dead[data-part^="card:"]').first().click({ force: true });
  // A card with a jewel names the same rule by itself: the reason is what counts.
  const why = page.getByRole('tooltip').locator('.why');
  await why.getByText('SH-R5').waitFor();
  assert.match(await why.innerText(), /suit/i);
  await why.getByRole('button', { name: 'SH-R5' }).dispatchEvent('pointerdown');
  await page.locator('dialog[open] [id="SH-R5"].here').waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test('a finger that stays on a sign is told what it is', async () => {
  const { context, page, trouble, close } = await browse(server.address, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 3, seats: bots(3), start: true });
  await page.getByTestId('skip-guide').click();
  const sign = page.locator('main [title]:not(.pick *)').first();
  const said = await sign.getAttribute('title');
  const { x, y, width, height } = await sign.boundingBox();
  const finger = await context.newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.locator('.inspector', { hasText: said }).waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.deepEqual(trouble, []);
  await close();
});

test('who watches sees the public table, and can do nothing', async () => {
  const [ann, eve] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const table = await makeTable(ann.page, server.address, {
    game: 'never-bring-a-knife',
    players: 4,
    seats: bots(4),
    public: true,
    spectators: true,
    start: true,
  });
  await eve.page.goto(server.address);
  await eve.page
    .getByRole('link', { name: /^Watch/ })
    .first()
    .click();
  await eve.page.waitForURL(new RegExp(table.id));
  await eve.page.getByText('watching').waitFor();
  await ann.page.getByTestId('skip-guide').click();
  const reached = await playOn(ann.page, { seed: 5, enough: async (ply) => ply >= 10 });
  await eve.page.waitForFunction(
    (ply) => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) >= ply,
    reached,
  );
  assert.equal(await eve.page.locator('.pick.open').count(), 0);
  assert.deepEqual([...ann.trouble, ...eve.trouble], []);
  await Promise.all([ann.close(), eve.close()]);
});

test('a hint shows moves that can be chosen from it', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await makeTable(page, server.address, {
    game: 'knight-at-the-inn',
    players: 2,
    seats: bots(2),
    hints: true,
    start: true,
  });
  await page.getByTestId('skip-guide').click();
  await page.getByRole('button', { name: 'Hint' }).click();
  const hints = page.locator('.hints li');
  await hints.first().waitFor({ timeout: 60_000 });
  // The first has its chance, the others what sets them apart from it.
  const [first, ...others] = await hints.allInnerTexts();
  assert.match(first, /wins \d+(\.\d)? % ± \d+(\.\d)? %/);
  for (const other of others) assert.match(other, /as good as the first|\d\.\d points behind ± \d\.\d/);
  await hints.locator('button').first().click();
  await page.getByTestId('confirm').waitFor();
  assert.deepEqual(trouble, []);
  await close();
});

test('a hint is offered only where there is a choice, and says if it makes no difference', async () => {
  const { page, trouble, close } = await browse(server.address);
  let forced = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    const up = socket.connectToServer();
    socket.onMessage((message) => up.send(message));
    up.onMessage((text) => {
      const message = JSON.parse(text);
      // As if there were one legal move, and as if all moves were equally good.
      if (forced && message.game) message.game.legal = message.game.legal.slice(0, 1);
      if (message.hints) message.hints = [];
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(server.address);
  await makeTable(page, server.address, { game: 'shock', players: 3, seats: bots(3), hints: true, start: true });
  await page.getByTestId('skip-guide').click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('It makes no difference here.').waitFor({ timeout: 60_000 });
  forced = true;
  await page.reload();
  await page.locator('.prompt.mine').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
  await page.keyboard.press('h');
  assert.equal(await page.getByTestId('drop-hint').count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test('a seat is handed over to a bot and taken back', async () => {
  const slow = await serve({ delay: 400 });
  const { page, trouble, close } = await browse(slow.address);
  await page.goto(slow.address);
  await makeTable(page, slow.address, { game: 'knight-at-the-inn', players: 2, seats: bots(2), start: true });
  await page.getByTestId('skip-guide').click();
  await page.getByTestId('menu').click();
  await page.getByTestId('hand-over').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) > 4);
  await page.getByTestId('menu').click();
  await page.getByTestId('take-back').click();
  await page.locator('.yours').waitFor();
  await playOn(page, { seed: 3, enough: async (ply) => ply > 12 });
  assert.deepEqual(trouble, []);
  await close();
  await slow.stop();
});
