// What happens to real players: a reload in the middle of a turn, a server that is killed, a keyboard without a mouse,
// a small phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  atEnd,
  bots,
  browse,
  GAMES,
  makeTable,
  noSidewaysScrolling,
  playNow,
  playOn,
  serve,
  type,
} from './support.mjs';

const table = (game, players, more = {}) => ({
  game,
  players,
  seats: bots(players),
  start: true,
  ...more,
});
const mine = '[data-part].open';

test('a reload in the middle of a turn forgets the half-made choice and nothing else', async () => {
  const server = await serve();
  const { page, trouble, close } = await browse(server.address);
  await playNow(page, server.address, 'knight-shift');
  await page.locator(mine).first().click();
  await page.getByTestId('undo').waitFor();
  const before = await page.locator('[data-ply]').getAttribute('data-ply');
  const cards = await page
    .locator('[data-part]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part')));
  await page.reload();
  await page.locator(mine).first().waitFor();
  assert.equal(await page.locator('[data-ply]').getAttribute('data-ply'), before);
  assert.deepEqual(
    await page.locator('main [data-part]').evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part'))),
    cards.filter((part) => !part.startsWith('do:')),
  );
  assert.equal(await page.getByTestId('undo').count(), 0);
  await playOn(page, { enough: async (ply) => ply > Number(before) + 6 });
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});

test('a server that is killed and comes back is noticed, and the game goes on', async () => {
  let server = await serve();
  const { page, trouble, close } = await browse(server.address);
  await playNow(page, server.address, 'knight-shift');
  const reached = await playOn(page, { enough: async (ply) => ply >= 8 });
  await server.stop('SIGKILL');
  await page.getByText('The connection is lost').waitFor();
  server = await serve({ data: server.data, port: server.port });
  await page.getByText('The connection is lost').waitFor({ state: 'detached' });
  assert.ok(
    Number(await page.locator('[data-ply]').getAttribute('data-ply')) >= reached,
    'nothing that was seen is lost',
  );
  await playOn(page, { seed: 2 });
  assert.ok(await atEnd(page));
  // While there is no server, the browser itself complains that there is no answer.
  assert.deepEqual(
    trouble.filter((line) => !/ERR_CONNECTION|WebSocket connection/.test(line)),
    [],
  );
  await close();
  await server.stop();
});

test('a message that is lost on the way is noticed, and everything is fetched anew', async () => {
  const server = await serve();
  const { page, trouble, close } = await browse(server.address);
  let [updates, lost, connections] = [0, 0, 0];
  await page.routeWebSocket(/\/live/, (socket) => {
    connections++;
    const up = socket.connectToServer();
    socket.onMessage((message) => up.send(message));
    up.onMessage((message) => {
      // Only an update that others follow can be noticed as missing.
      const others = /"type":"update".*"decision":null,"outcome":null/.test(String(message));
      if (others && ++updates % 9 === 0) lost++;
      else socket.send(message);
    });
  });
  await playNow(page, server.address, 'knight-shift');
  await playOn(page, { seed: 4 });
  assert.ok(await atEnd(page));
  // A seat asks for everything on its existing connection.
  assert.ok(lost > 2 && connections === 1, `${lost} lost, ${connections} connections`);
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});

test('a whole game with the keyboard alone', async () => {
  const server = await serve();
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await type(page, '[data-testid=play-knight-shift]');
  await page.waitForURL(/\/t\//);
  await page.getByTestId('skip-guide').waitFor();
  await type(page, '[data-testid=skip-guide]');
  await playOn(page, { press: type });
  assert.ok(await atEnd(page));
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});

test('who misses a message asks for everything, on the same connection, also without a name', async () => {
  const server = await serve();
  const [ann, eve] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const made = await makeTable(ann.page, server.address, {
    ...table('knight-at-the-inn', 2),
    public: true,
    spectators: true,
  });
  let [sockets, lost] = [0, 0];
  const asked = [];
  await eve.page.routeWebSocket(/\/live/, (route) => {
    sockets++;
    const far = route.connectToServer();
    route.onMessage((text) => (asked.push(text), far.send(text)));
    far.onMessage((text) => {
      if (lost === 0 && JSON.parse(text).type === 'update') lost++;
      else route.send(text);
    });
  });
  await eve.page.goto(`${server.address}/t/${made.id}`);
  await eve.page.locator('[data-ply]').waitFor();
  await ann.page.getByTestId('skip-guide').click();
  const reached = await playOn(ann.page, { seed: 8, enough: async (ply) => ply >= 8 });
  const there = (ply) => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) >= ply;
  await eve.page.waitForFunction(there, reached);
  assert.deepEqual([sockets, lost], [1, 1]);
  assert.match(asked.join(), /"sync"/);
  assert.deepEqual(eve.trouble, []);
  await Promise.all([ann.close(), eve.close()]);
  await server.stop();
});

test('every game fits a phone, with the most players, and is played by touch', async () => {
  const server = await serve();
  const { page, trouble, close } = await browse(server.address, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(server.address);
  await noSidewaysScrolling(page, 'lobby');
  const tap = (page, selector) =>
    page
      .locator(selector)
      .first()
      .tap({ timeout: 2000 })
      .catch(() => {});
  for (const [slug, { most }] of Object.entries(GAMES)) {
    await makeTable(page, server.address, table(slug, most));
    await page.getByTestId('skip-guide').tap();
    await playOn(page, {
      press: tap,
      enough: async (ply) => {
        await noSidewaysScrolling(page, `${slug} at ${ply}`);
        return ply > 30;
      },
    });
    if (slug === 'shock') {
      // A bag can hold many jewels, though it rarely does.
      await page.evaluate(() => {
        for (const stones of document.querySelectorAll('.stones')) {
          for (let more = 0; more < 20; more++) stones.append(stones.firstElementChild.cloneNode(true));
        }
      });
      await noSidewaysScrolling(page, 'shock with full bags');
    }
  }
  assert.deepEqual(trouble, []);
  await close();
  await server.stop();
});

test('all of a table is on one screen of 1280 by 800, with the most players', async () => {
  const server = await serve();
  // A few pixels less than 800: rarer deals than the ones seen here may need more room.
  const { page, close } = await browse(server.address, { viewport: { width: 1280, height: 788 } });
  await page.goto(server.address);
  const found = [];
  for (const [slug, { most }] of Object.entries(GAMES)) {
    await makeTable(page, server.address, table(slug, most));
    await page.getByTestId('skip-guide').click();
    await playOn(page, {
      enough: async (ply) => {
        const over = await page.evaluate(() => {
          const board = document.querySelector('main');
          return board.scrollHeight - board.clientHeight;
        });
        if (over > 0) found.push(`${slug} at ${ply}: ${over} px too high`);
        return false;
      },
    });
  }
  assert.deepEqual(found, []);
  await close();
  await server.stop();
});
