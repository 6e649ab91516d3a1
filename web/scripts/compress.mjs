// Writes a brotli and a gzip file beside every file that gets smaller by it, so that the server compresses nothing itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (TEXT.test(name)) compress(path);
  }
}

function compress(path) {
  const content = readFileSync(path);
  const forms = {
    br: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gz: gzipSync(content, { level: 9 }),
  };
  for (const [ending, small] of Object.entries(forms)) {
    if (small.length < content.length) writeFileSync(`${path}.${ending}`, small);
  }
}

walk(process.argv[2]);
