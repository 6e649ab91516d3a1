// First hands: every lesson is played as it is written, by clicks, and waits for its learner; then the coach and the odds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bots, browse, click, GAMES, makeTable, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

/** What a lesson shows now. */
function look(page) {
  return page.evaluate(() => ({
    ply: Number(document.querySelector('[data-ply]')?.getAttribute('data-ply') ?? -1),
    says: document.querySelector('[role=dialog][aria-label=Lesson] p')?.textContent ?? null,
    next: document.querySelector('[data-testid=lesson-next]') !== null,
    end: document.querySelector('dialog[open][aria-label="The end of the lesson"]') !== null,
    moment: document.querySelector('[data-testid=moment-next]') !== null,
    confirm: document.querySelector('[data-testid=confirm]:not([disabled])') !== null,
    open: [...document.querySelectorAll('[data-part].open, .verb[data-part]:not(.chosen)')].map((part) =>
      part.getAttribute('data-part'),
    ),
  }));
}

for (const [slug, { name }] of Object.entries(GAMES)) {
  test(`the lesson of ${name}`, async () => {
    // On a phone, where there is least room beside what is said.
    const { page, trouble, close } = await browse(server.address, { viewport: { width: 360, height: 740 } });
    await page.goto(server.address);
    await page.getByTestId(`learn-${slug}`).click();
    await page.waitForURL(/\/t\//);
    const { sayings, moves } = await page.evaluate(
      async (slug) => (await fetch(`/api/games/${slug}/lesson`)).json(),
      slug,
    );
    const said = [];
    let [from, now] = [Date.now(), await look(page)];
    for (; !now.end; now = await look(page)) {
      assert.ok(Date.now() - from < 60_000, `nothing comes after ${JSON.stringify({ ...now, said: said.at(-1) })}`);
      if (now.says !== null && now.says !== said.at(-1)) {
        said.push(now.says);
        from = Date.now();
        const saying = sayings[said.length - 1];
        assert.equal(now.says, saying.say);
        assert.equal(now.ply, saying.ply, now.says);
        if (saying.spot) await page.getByTestId('ring').waitFor({ timeout: 3000 });
      }
      if (now.moment) await click(page, '[data-testid=moment-next]');
      else if (now.next) await click(page, '[data-testid=lesson-next]');
      else if (now.confirm) await click(page, '[data-testid=confirm]');
      else if (now.open.length > 0) await click(page, `[data-part="${now.open[0]}"]`);
      else await page.waitForTimeout(20);
    }
    assert.equal(said.length, sayings.length, 'everything was said');
    assert.equal(now.ply, moves);
    const lesson = page.url();
    await page.getByTestId('play-whole').click();
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== lesson);
    // A whole game begins, without another guide.
    await page.locator('.prompt').waitFor();
    assert.equal(await page.getByTestId('skip-guide').count(), 0);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test('nothing moves while the learner reads, and a lesson can be left', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  await page.getByTestId('learn-shock').click();
  await page.getByTestId('lesson-next').waitFor();
  assert.ok(
    await page.evaluate(() => document.activeElement?.matches('[data-testid=lesson-next]')),
    'it has the focus',
  );
  await page.waitForTimeout(500);
  assert.equal((await look(page)).ply, 0);
  await page.getByTestId('leave-lesson').click();
  await page.getByTestId('learn-shock').waitFor();
  // The table of the lesson is gone.
  await page.waitForTimeout(300);
  assert.equal(await page.getByText('Your tables').count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test('a newcomer is offered the lesson before the first game, once', async () => {
  const { page, trouble, close } = await browse(server.address, { newcomer: true });
  await page.goto(server.address);
  await page.getByTestId('play-shock').click();
  await page.getByTestId('offer-learn').waitFor();
  await page.getByTestId('offer-play').click();
  await page.getByTestId('skip-guide').click();
  await page.goto(server.address);
  await page.getByTestId('play-shock').click();
  await page.waitForURL(/\/t\//);
  assert.deepEqual(trouble, []);
  await close();
});

test('the coach speaks in the first two games of a kind, and what can be counted is told on request', async () => {
  const { page, trouble, close } = await browse(server.address);
  await page.goto(server.address);
  const wish = { game: 'shock', players: 3, seats: bots(3), start: true };
  for (let game = 1; game <= 3; game++) {
    await makeTable(page, server.address, wish);
    if (game === 1) await page.getByTestId('skip-guide').click();
    await page.locator('.prompt.mine').waitFor();
    assert.equal(await page.getByTestId('coach').count(), game <= 2 ? 1 : 0, `game ${game}`);
    if (game === 1) {
      await page.getByTestId('odds').click();
      assert.match(await page.getByTestId('odds-list').innerText(), /\d+ of \d+ cards in the Chest would shock you/);
    }
    await playOn(page, { seed: game });
  }
  await makeTable(page, server.address, wish);
  await page.getByTestId('menu').click();
  await page.getByTestId('coach-setting').selectOption('always');
  await page.keyboard.press('Escape');
  await page.getByTestId('coach').waitFor();
  assert.deepEqual(trouble, []);
  await close();
});
