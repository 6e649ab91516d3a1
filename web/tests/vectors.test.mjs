// The browser's own check of deals and records computes what the server's does: docs/vectors/fair.json, which a test of
// the server writes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { folder } from './support.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vectors = JSON.parse(readFileSync(new URL('../../docs/vectors/fair.json', import.meta.url), 'utf8'));

/** The modules under test, as JavaScript. */
async function modules() {
  const entry = join(folder(), 'entry.ts');
  const names = ['check', 'deal', 'draws', 'chain', 'told', 'bytes'];
  writeFileSync(entry, names.map((name) => `export * as ${name} from '${root}src/fair/${name}';`).join('\n'));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'fair' } },
  });
  const file = join(folder(), 'fair.mjs');
  writeFileSync(file, [built].flat()[0].output[0].code);
  return import(pathToFileURL(file));
}
const { check, deal, draws, chain, bytes } = await modules();

test('promises and keys of deals', () => {
  for (const { number, promise } of vectors.promises) assert.equal(deal.promiseOf(number), promise);
  for (const { fair, key, code } of vectors.deals) {
    assert.equal(bytes.hex(deal.keyOf(fair)), key);
    assert.equal(deal.checkDeal(fair, fair.numbers.length), code);
  }
  assert.deepEqual(
    vectors.deals.map(({ code }) => code),
    [null, null, null, 'bad_promise', 'bad_round'],
  );
});

test('every shuffle and lot of all games', () => {
  let drawn = 0;
  for (const { game, key, draws: all } of vectors.draws) {
    assert.ok(draws.checkDraws(bytes.unhex(key), all), game);
    drawn += all.length;
    const { length } = all[0].result;
    const other = { ...all[0], result: [...all[0].result.slice(1), all[0].result[length - 1] + 1] };
    assert.ok(!draws.checkDraws(bytes.unhex(key), [other, ...all.slice(1)]), 'another result');
    assert.ok(!draws.checkDraws(bytes.unhex(key), all.slice(1)), 'a draw is missing');
  }
  assert.ok(drawn > 20);
});

test('records and receipts, honest and forged', () => {
  for (const { record, receipt, draws: all, code } of vectors.games) {
    assert.equal(check.checkRecord(record) ?? check.checkReceipt(record, receipt), code);
    const { fair } = record.dice;
    if (code !== 'bad_digest') assert.equal(chain.linksOf(record, fair.secret).at(-1).digest, record.chain);
    assert.ok(draws.checkDraws(deal.keyOf(fair), all));
  }
  assert.ok(new Set(vectors.games.map(({ code }) => code)).size >= 8);
});
