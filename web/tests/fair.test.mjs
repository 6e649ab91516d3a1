// Fair deals in a real browser: it promises and reveals a number, keeps a receipt, and checks the game itself, even if
// the server lies afterwards.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browse, folder, playOn, serve } from './support.mjs';

/** Tokens that only walk forward, through inns with one room: a short game. */
const SHORT = `game = "knight-at-the-inn"
inns = [1, 1, 1, 1, 1, 1, 1, 1, 1]
${['lone_knight', 'patrol', 'vanguard', 'rearguard', 'flank', 'king']
  .map((kind, at) => `[token.${kind}]\ncount = ${at === 0 ? 8 : 0}\nvalue = 1\narrows = ["f"]`)
  .join('\n')}
`;

let server;
before(async () => (server = await serve()));
after(() => server.stop());

const table = (page) => page.url().match(/\/t\/([0-9a-f]+)/)[1];
const receipt = (page) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem(`roundtable-receipt:${id}`)).receipt, table(page));

/** Sits down at a short game against a bot. */
async function beginShort(page) {
  await page.goto(`${server.address}/new?game=knight-at-the-inn`);
  await page.locator('#deck').evaluate((deck) => {
    for (let at = deck; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  });
  await page.locator('#deck').fill(SHORT);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/\/t\//);
  await page.getByTestId('skip-guide').click();
}

/** Makes a table for a friend, and waits there. */
async function waitForFriend(page) {
  await page.goto(`${server.address}/new?game=knight-at-the-inn`);
  await page.getByText('Friends, by link').click();
  await page.getByRole('button', { name: /table/i }).last().click();
  await page.waitForURL(/\/t\//);
  await page.getByRole('button', { name: /begin/i }).waitFor();
}

test('a whole game is dealt with a number of the browser, and the browser checks it', async () => {
  const { page, trouble, close } = await browse(server.address);
  await beginShort(page);
  await playOn(page, { seed: 5 });
  // The last move has been kept.
  const last = Number(await page.locator('[data-ply]').getAttribute('data-ply'));
  await page.waitForFunction(
    ([id, last]) => JSON.parse(localStorage.getItem(`roundtable-receipt:${id}`)).receipt.link.ply === last,
    [table(page), last],
  );
  await page.getByTestId('verify').click();
  const verdict = page.getByTestId('verdict');
  await verdict.getByText('Verified.', { exact: true }).waitFor();
  const said = await verdict.innerText();
  for (const words of [
    'Your number is in it',
    'drawn again here',
    'Nothing was changed up to move',
    'the server has signed it',
  ])
    assert.ok(said.includes(words), said);

  // The receipt is a file for the command.
  const download = page.waitForEvent('download');
  await page.getByTestId('save-receipt').click();
  const file = join(folder(), 'receipt.json');
  await (await download).saveAs(file);
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(kept.format, 'roundtable-receipt/1');
  assert.ok(kept.rounds[0].revealed && kept.link.ply > 0 && kept.told.events > 0 && kept.key);
  assert.deepEqual(await receipt(page), kept);
  const record = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).text(), table(page));
  const stored = join(folder(), 'record.json');
  writeFileSync(stored, record);
  const found = execFileSync(process.env.ROUNDTABLE_BIN, ['verify', stored, '--receipt', file], { encoding: 'utf8' });
  assert.match(found, /your number is in the deal/);
  assert.match(found, /all \d+ events of the game are as you were told them/);
  assert.deepEqual(trouble, []);

  // The server lies: each lie is named, here and on the page of the replay.
  const lies = [
    ['bad_digest', (record) => record.moves.pop()],
    ['bad_signature', (record) => (record.signature.sign = '0'.repeat(128))],
    ['not_signed', (record) => delete record.signature],
    // Cut and sealed again, as far as that goes without the server's key.
    [
      'bad_signature',
      (record) => {
        record.moves.pop();
        delete record.chain;
        const { digest: _, signature, ...content } = record;
        delete record.signature;
        record.digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
        record.signature = signature;
      },
    ],
  ];
  for (const [code, lie] of lies) {
    await page.route('**/record*', async (route) => {
      const answer = await route.fetch();
      const changed = JSON.parse(await answer.text());
      lie(changed);
      await route.fulfill({ response: answer, body: JSON.stringify(changed, null, 2) });
    });
    await page.getByTestId('verify').click();
    await verdict.getByText('Not verified').waitFor();
    assert.ok((await verdict.innerText()).includes(`(${code})`), await verdict.innerText());
    await page.unroute('**/record*');
  }
  await page.route('**/verify*', async (route) => {
    const answer = await route.fetch();
    const changed = await answer.json();
    changed.draws[0].result.reverse();
    await route.fulfill({ response: answer, body: JSON.stringify(changed) });
  });
  await page.getByTestId('verify').click();
  await verdict.getByText('(bad_draws)').waitFor();
  await page.unroute('**/verify*');
  await page.route(/replay\?eye=/, async (route) => {
    const answer = await route.fetch();
    const changed = await answer.json();
    changed.events[3].text += ' Or so they say.';
    await route.fulfill({ response: answer, body: JSON.stringify(changed) });
  });
  await page.getByTestId('verify').click();
  await verdict.getByText('(other_events)').waitFor();
  await page.unroute(/replay\?eye=/);
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByTestId('verify').click();
  await page.getByText('Verified.', { exact: true }).waitFor();
  await close();
});

test('a silent friend does not hold up the game', async () => {
  const quick = await serve({ reveal: 2 });
  const [ann, ben] = await Promise.all([browse(quick.address), browse(quick.address)]);
  await ann.page.goto(`${quick.address}/new?game=knight-at-the-inn`);
  await ann.page.getByText('Friends, by link').click();
  await ann.page.getByRole('button', { name: /table/i }).last().click();
  await ann.page.waitForURL(/\/t\//);
  await ben.page.goto(ann.page.url());
  await ben.page.getByTestId('sit').click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  // Ben's browser is closed before the deal, and never reveals its number.
  await ben.close();
  await ann.page.getByRole('button', { name: 'Begin' }).click();
  await ann.page.getByTestId('dealing').waitFor();
  await ann.page.getByTestId('skip-guide').click();
  const { rounds } = await receipt(ann.page);
  assert.deepEqual(
    rounds.map(({ round, revealed }) => [round, revealed]),
    [
      [1, true],
      [2, true],
    ],
  );
  assert.equal(rounds[1].promises[1], null, 'whoever is silent is out');
  assert.deepEqual(ann.trouble, []);
  await ann.close();
  await quick.stop();
});

test('a server that changes its commitment gets no number', async () => {
  const { page, trouble, close } = await browse(server.address);
  let lie = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => {
      if (lie && text.includes('"step":"reveal"')) {
        text = text.replace(/"commitment":"[0-9a-f]{64}"/, `"commitment":"${'0'.repeat(64)}"`);
      }
      socket.send(text);
    });
  });
  await waitForFriend(page);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('roundtable-receipt:')));
  await page.waitForTimeout(300);
  lie = true;
  await page.getByRole('button', { name: /begin/i }).click();
  await page.getByText('The server has changed its commitment').waitFor();
  const { rounds } = await receipt(page);
  assert.equal(rounds[0].revealed, false);
  assert.deepEqual(trouble, []);
  await close();
});

test('of two browsers of one person, the last to come gives the number', async () => {
  const early = await browse(server.address);
  await waitForFriend(early.page);
  const promised = async (page) =>
    page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seats[0].promise, table(page));
  const first = await promised(early.page);
  assert.match(first, /^[0-9a-f]{64}$/);
  const late = await browse(server.address);
  await late.context.addCookies(await early.context.cookies());
  await late.page.goto(early.page.url());
  await late.page.getByRole('button', { name: /begin/i }).waitFor();
  for (let tries = 0; (await promised(late.page)) === first; tries++) {
    assert.ok(tries < 100, 'the later browser promises a number of its own');
    await late.page.waitForTimeout(50);
  }
  // The first browser is gone; the deal goes on at once, with the number of the second.
  await early.close();
  await late.page.getByRole('button', { name: /begin/i }).click();
  await late.page.getByTestId('skip-guide').click();
  const { rounds } = await receipt(late.page);
  assert.deepEqual([rounds.length, rounds[0].revealed], [1, true]);
  assert.deepEqual(late.trouble, []);
  await late.close();
});

test('a rematch is dealt with a new number, and the oldest of 200 receipts go', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(`${server.address}/about`);
  await page.evaluate(() => {
    for (let at = 0; at < 230; at++)
      localStorage.setItem(`roundtable-receipt:old${at}`, JSON.stringify({ receipt: {}, numbers: [], at }));
  });
  await beginShort(page);
  await playOn(page, { seed: 2 });
  const before = await receipt(page);
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith('roundtable-receipt:')),
  );
  assert.equal(kept.length, 200);
  assert.ok(!kept.includes('roundtable-receipt:old0') && kept.includes('roundtable-receipt:old229'));

  await page.getByTestId('rematch').click();
  await page.waitForURL((url) => !url.pathname.includes(before.table));
  await page.locator('main .pick.open').first().waitFor();
  const after = await receipt(page);
  assert.notEqual(after.table, before.table);
  assert.ok(after.rounds[0].revealed && after.rounds[0].number !== before.rounds[0].number);
  assert.deepEqual(trouble, []);
  await close();
});
