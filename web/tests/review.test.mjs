// Looking at a finished game again: its review, without spoilers, and with notes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, makeTable, noSidewaysScrolling, playOn, scan, serve } from './support.mjs';

let server;
let ann;
let table;
let moves;
/** What Ann's page asked for about reviews: "GET" and "POST". */
const asked = [];

const shows = (page, wanted) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-ply]')?.getAttribute('data-ply') === String(wanted),
    wanted,
  );
const ply = (page) => page.locator('[data-ply]').getAttribute('data-ply').then(Number);
const replay = (hash = '') => `${server.address}/t/${table.id}/replay?key=${table.key}${hash}`;
const tab = (page, name) => page.getByRole('tab', { name });
/** An address that differs only after the # does not load the page again. */
const visit = async (page, address) => {
  await page.goto(server.address);
  await page.goto(address);
  await page.locator('[data-ply]').waitFor();
};
const told = (page, what) =>
  page.evaluate(async (path) => (await fetch(path)).json(), `/api/tables/${table.id}/${what}?key=${table.key}`);

before(async () => {
  server = await serve();
  ann = await browse(server.address);
  ann.page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/review')) asked.push(request.method());
  });
  await ann.page.goto(server.address);
  const seats = bots(3, 'page');
  table = await makeTable(ann.page, server.address, { game: 'shock', players: 3, seats, start: true });
  await ann.page.getByTestId('skip-guide').click();
  await playOn(ann.page, { seed: 7 });
  moves = (await told(ann.page, 'replay')).moves.length;
});
after(async () => {
  assert.deepEqual(ann.trouble, []);
  await ann.close();
  await server.stop();
});

test('a review: a first look, a closer one, and ways to every moment', async () => {
  const { page } = ann;
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByTestId('on').click();
  await shows(page, 1);
  assert.deepEqual(asked, [], 'nothing is worked out before somebody wants to see it');
  await page.goBack();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText(/^A first look: \d+ %$/).waitFor();
  await page.locator('[data-look=first]').waitFor();
  await page.getByText(/^Looking more closely: \d+ %$/).waitFor();
  await page.locator('[data-look=final]').waitFor({ timeout: 60_000 });
  assert.equal(asked.filter((method) => method === 'POST').length, 1);
  const { review } = await told(page, 'review');
  const calls = asked.length;
  const { decisions, summary } = review.seats[0];

  // The line: a click, and the arrow keys from decision to decision.
  const line = page.getByTestId('line');
  const { width } = await line.boundingBox();
  await line.click({ position: { x: width / 2, y: 60 } });
  await page.waitForFunction(() => Number(document.querySelector('[data-ply]')?.getAttribute('data-ply')) > 5);
  const middle = await ply(page);
  assert.ok(Math.abs(middle - moves / 2) < moves / 5, `${middle} is about the middle of ${moves}`);
  await line.focus();
  await page.keyboard.press('Home');
  await shows(page, decisions[0].ply);
  await page.keyboard.press('ArrowRight');
  await shows(page, decisions[1].ply);
  await page.keyboard.press('ArrowRight');
  await shows(page, decisions[2].ply);
  await page.keyboard.press('ArrowLeft');
  await shows(page, decisions[1].ply);
  await page.keyboard.press('End');
  await shows(page, decisions.at(-1).ply);
  assert.match(await line.getAttribute('aria-valuetext'), /^After move \d+: [\d.]+ ± [\d.]+ % to win\./);

  // What nobody could know is shown only to those who ask.
  assert.equal(await page.getByTestId('open-line').count(), 0);
  await page.getByTestId('open-cards').check();
  await page.getByTestId('open-line').waitFor();
  await page.getByTestId('open-cards').uncheck();
  assert.equal(await page.getByTestId('open-line').count(), 0);

  // The table behind the picture, the sums, the story.
  await page.locator('[data-testid=decisions] summary').click();
  assert.equal(await page.locator('[data-testid=decisions] tbody tr').count(), decisions.length);
  await page.locator('[data-testid=decisions] tbody a').nth(3).click();
  await shows(page, decisions[3].ply);
  const sums = await page.getByTestId('summary').innerText();
  assert.ok(sums.includes(`± ${summary.loss_error.toFixed(1)}`), sums);
  assert.match(
    await page.getByTestId('tale').innerText(),
    /^You .*The most luck on the way: (after move|at the start)/,
  );
  for (const text of [await page.getByTestId('tale').innerText(), sums]) assert.doesNotMatch(text, /seat \d/i);

  // The address says all of it; the second look takes no work.
  assert.match(page.url(), /#ply=\d+&eye=table&tab=review&seat=0$/);
  await page.getByTestId('reviewed').selectOption('1');
  await page.waitForFunction(() => location.hash.includes('seat=1'));
  assert.match(await page.getByTestId('tale').innerText(), /^Brastias /);
  assert.equal(asked.length, calls, 'a finished review is not asked for again');
  await visit(page, replay('#ply=3&eye=0&tab=review'));
  await page.locator('[data-look=final]').waitFor();
  assert.deepEqual(asked.slice(calls), ['GET']);
  await shows(page, 3);

  await page.locator('[data-testid=decisions] summary').click();
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await scan(page, `review, ${viewport.width}, ${colorScheme}`);
    }
    await noSidewaysScrolling(page, `review, ${viewport.width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a dear decision is shown on the board, and can be tried again', async () => {
  const { page } = ann;
  await visit(page, replay('#tab=review'));
  const { review } = await told(page, 'review');
  // Who plays at random loses a lot.
  const dear = review.seats[0].decisions.filter(({ verdict }) => verdict).sort((a, b) => b.loss - a.loss);
  const first = page.locator('[data-testid=dearest] li').first();
  assert.ok((await page.locator('[data-testid=dearest] li').count()) <= 3);
  await first.getByText(dear[0].verdict).waitFor();
  await first.getByRole('button', { name: 'Show the board' }).click();
  await shows(page, dear[0].ply);
  await page.waitForFunction(() => location.hash.includes('eye=0'));
  await first.getByRole('button', { name: 'Try again from here' }).click();
  await page.waitForURL((url) => !url.pathname.includes(table.id));
  await page.locator('[data-ply]').waitFor();
});

test('notes are kept, and shared only if that is wanted', async () => {
  const { page } = ann;
  const note = async (at, text, share) => {
    await page.getByTestId('note').fill(text);
    if (share) await page.getByTestId('share-note').check();
    await page.getByTestId('save-note').click();
    await page.getByText('Saved.').waitFor();
    await page.locator('[data-testid=notes] a', { hasText: `After move ${at}` }).waitFor();
  };
  await visit(page, replay('#ply=4&tab=notes'));
  await note(4, 'Mine alone.', false);
  // Arrows in the field move the cursor, not the board.
  await page.getByTestId('note').press('ArrowRight');
  assert.equal(await ply(page), 4);
  await page.getByTestId('on').click();
  await shows(page, 5);
  assert.equal(await page.getByTestId('note').inputValue(), '');
  await note(5, 'For everybody.', true);
  await page.locator('[data-testid=notes] a').first().click();
  await shows(page, 4);
  await page.reload();
  await page.getByText('Mine alone.', { exact: true }).last().waitFor();
  assert.equal(await page.getByTestId('note').inputValue(), 'Mine alone.');
  await scan(page, 'notes');
  await tab(page, 'Review').click();
  assert.equal(await page.locator('[data-testid=line] .note').count(), 2);

  const eve = await browse(server.address);
  await visit(eve.page, replay('#tab=notes'));
  await eve.page.getByText('For everybody.').waitFor();
  await eve.page.getByText('by Tester').waitFor();
  assert.equal(await eve.page.getByText('Mine alone.').count(), 0);
  // Whoever did not play keeps notes to themselves.
  assert.equal(await eve.page.getByTestId('share-note').count(), 0);
  await eve.page.getByTestId('note').fill('Hers.');
  await eve.page.getByTestId('save-note').click();
  await eve.page.getByText('Saved.').waitFor();
  await eve.page.reload();
  await eve.page.getByText('Hers.', { exact: true }).last().waitFor();
  assert.deepEqual(eve.trouble, []);
  await eve.close();

  await tab(page, 'Notes').click();
  await page.getByTestId('delete-note').click();
  await page.getByText('The note is gone.').waitFor();
  await page.reload();
  await page.getByText('For everybody.').waitFor();
  assert.equal(await page.getByText('Mine alone.').count(), 0);
  assert.equal(await page.getByText('Hers.').count(), 0);
});

test('without spoilers nothing tells the end before it is seen', async () => {
  const eve = await browse(server.address);
  const { page } = eve;
  await visit(page, replay('#ply=0&eye=table&tab=review&spoilers=off'));
  await page.locator('[data-look=final]').waitFor();
  const { table: info, events } = await told(page, 'replay');
  const secrets = [
    info.outcome.reason.text,
    events.at(-1).text.replace(/[Ss]eat \d+/g, ''),
    'Points lost',
    'Accu',
    'The most luck',
    'For everybody.',
  ];
  /** Everything that the page says, in its text and in its attributes. */
  const everything = () =>
    page.evaluate(() => {
      const says = ['aria-label', 'aria-valuetext', 'aria-valuemax', 'aria-valuenow', 'max', 'title', 'alt', 'href'];
      const parts = [document.title, document.body.textContent];
      for (const element of document.body.querySelectorAll('*'))
        for (const name of says) if (element.hasAttribute(name)) parts.push(element.getAttribute(name));
      return parts.join('\n');
    });
  const silent = async (where, length) => {
    const said = (await everything()).replaceAll('100 %', '');
    for (const secret of secrets) assert.ok(!said.includes(secret), `${where}: ${secret}`);
    if (length) assert.doesNotMatch(said, new RegExp(`(?<![\\d.])${moves}(?![\\d.])`), where);
  };
  const look = async (where, length) => {
    for (const name of ['What happened', 'Notes', 'Review']) {
      await tab(page, name).click();
      await silent(`${where}, ${name}`, length);
    }
  };
  await look('at the start', true);
  await page.keyboard.press('End');
  await page.getByTestId('on').click();
  await shows(page, 1);
  await look('after a move', true);
  assert.equal(await page.locator('#scrub').count(), 0);
  await scan(page, 'without spoilers');

  // This browser remembers, and the link says it too.
  await page.getByTestId('veil').uncheck();
  await page.getByTestId('summary').waitFor();
  await page.getByTestId('veil').check();
  await visit(page, replay());
  await page.waitForFunction(() => location.hash.includes('spoilers=off'));
  await silent('remembered', true);

  await visit(page, replay(`#ply=${moves - 1}&tab=review&spoilers=off`));
  await page.locator('[data-look=final]').waitFor();
  assert.equal(await page.getByTestId('summary').count(), 0);
  const almost = await everything();
  for (const secret of secrets.filter((one) => one !== 'For everybody.')) assert.ok(!almost.includes(secret), secret);
  await page.getByTestId('on').click();
  await page.getByTestId('summary').waitFor();
  assert.equal(await page.getByTestId('moment').innerText(), `${moves} of ${moves}`);
  await page.keyboard.press('ArrowLeft');
  await shows(page, moves - 1);
  await page.getByTestId('summary').waitFor();
  assert.deepEqual(eve.trouble, []);
  await eve.close();
});

test('a review that cannot be had says so, and can be asked for again', async () => {
  const { page, close } = await browse(server.address);
  await page.route(/\/review\?/, (route) => route.abort());
  await visit(page, replay('#tab=review'));
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  await page.unroute(/\/review\?/);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.locator('[data-look=final]').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await close();
});

test('a game of four, by somebody who watched', async () => {
  const { page } = ann;
  const game = 'never-bring-a-knife';
  const seats = bots(4, 'page');
  const other = await makeTable(page, server.address, { game, players: 4, seats, start: true });
  await page.getByTestId('skip-guide').click();
  await playOn(page, { seed: 7 });
  const eve = await browse(server.address);
  await visit(eve.page, `${server.address}/t/${other.id}/replay?key=${other.key}#eye=2&tab=review`);
  await eve.page.locator('[data-look=first], [data-look=final]').waitFor({ timeout: 60_000 });
  assert.equal(await eve.page.getByTestId('reviewed').inputValue(), '2', 'the seat whose eye looks');
  assert.equal(await eve.page.locator('[data-testid=summary] tbody').count(), 4);
  assert.match(await eve.page.getByTestId('tale').innerText(), /^Caradoc /);
  // Whoever looks away does not ask any more.
  let calls = 0;
  await tab(eve.page, 'What happened').click();
  eve.page.on('request', (request) => (calls += request.url().includes('/review') ? 1 : 0));
  await eve.page.waitForTimeout(1500);
  assert.equal(calls, 0);
  assert.deepEqual(eve.trouble, []);
  await eve.close();
});
