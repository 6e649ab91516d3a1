// Two people at one table, each with a browser: neither page knows what the other holds, in what it draws or in what it
// receives.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, makeTable, playOn, serve } from './support.mjs';

let server;
before(async () => (server = await serve()));
after(() => server.stop());

const RANK = /^(\d+)([hsdc])$/;
const SUIT = { h: 'hearts', s: 'spades', d: 'diamonds', c: 'clubs' };
const spoken = (card) => card.replace(RANK, (_, rank, suit) => `${rank} of ${SUIT[suit]}`);

/** The cards that this page shows as its own hand. */
function hand(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-part^="card:"]')].map((card) => card.getAttribute('data-part').slice(5)),
  );
}

test('hidden hands stay hidden between two browsers', async () => {
  const [ann, ben] = await Promise.all([browse(server.address), browse(server.address)]);
  await ann.page.goto(server.address);
  const table = await makeTable(ann.page, server.address, {
    name: 'Ann',
    game: 'shock',
    players: 3,
    seats: ['me', 'open', { bot: 'squire' }],
  });
  // Ben follows the link, sits down, and has a name from then on.
  await ben.page.goto(`${server.address}/t/${table.id}?key=${table.key}`);
  await ben.page.getByTestId('sit').click();
  await ben.page.getByRole('button', { name: 'Leave the seat' }).waitFor();
  await ann.page.getByRole('button', { name: 'Begin' }).click();
  for (const { page } of [ann, ben]) await page.getByTestId('skip-guide').click();

  let looks = 0;
  const look = async () => {
    const held = await Promise.all([hand(ann.page), hand(ben.page)]);
    for (const [me, they, other] of [
      [ann, ben, held[1]],
      [ben, ann, held[0]],
    ]) {
      const [text, parts] = await me.page.evaluate(() => [
        document.querySelector('main').outerHTML,
        document.querySelectorAll('[data-part^="card:"]').length,
      ]);
      if (parts === 0) continue;
      looks += other.length;
      const found = other.filter((card) => text.includes(`card:${card}"`) || text.includes(`"${spoken(card)}`));
      if (found.length === 0) continue;
      // The other may have played it between the two looks: then it is open, and no longer in that hand.
      await they.page.waitForTimeout(500);
      const now = await hand(they.page);
      assert.deepEqual(
        found.filter((card) => now.includes(card)),
        [],
        'the page has cards that the other holds',
      );
    }
  };
  await look();
  assert.ok(looks > 10, 'both hold cards');

  // Both play, by turns as the game asks, and both pages are checked after every move.
  let over = false;
  const seat = async (one, seed) => {
    await playOn(one.page, {
      seed,
      enough: async (ply) => {
        if (!over) await look();
        return over || ply > 24;
      },
    });
    over = true;
  };
  await Promise.all([seat(ann, 3), seat(ben, 4)]);

  // What was received: the other's hand and the cards dealt to others are numbers, never lists.
  const seatOf = { ann: 0, ben: 1 };
  for (const [name, one] of Object.entries({ ann, ben })) {
    let views = 0;
    for (const text of one.heard) {
      const walk = (value) => {
        if (Array.isArray(value)) return value.forEach(walk);
        if (!value || typeof value !== 'object') return;
        if (typeof value.seat === 'number' && value.seat !== seatOf[name]) {
          if (value.hand || value.type === 'dealt') {
            views++;
            assert.equal((value.hand ?? value.cards).type, 'hidden');
          }
          if (value.down) assert.equal(value.down.type, 'hidden');
          if (value.type === 'played_down') assert.equal(value.card.type, 'hidden');
        }
        Object.values(value).forEach(walk);
      };
      if (text.startsWith('{')) walk(JSON.parse(text));
    }
    assert.ok(views > 5, 'hands were told about');
    assert.deepEqual(one.trouble, []);
  }
  await Promise.all([ann.close(), ben.close()]);
});
