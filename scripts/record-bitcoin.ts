import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { record } from '../test/bitcoin/node/conversation/record.js';
import { RECORDINGS } from '../test/bitcoin/node/conversation/recordings.js';
import { findBitcoind } from '../test/bitcoin/node/rpc/real/bitcoind.js';

// Records the conversations with a real bitcoind that tests of our node compare with: `npm run record:bitcoin`, with bitcoind on PATH or
// in BITCOIND. It takes half a minute.
const found = findBitcoind();
if ('missing' in found) throw new Error(found.missing);
const texts = await record(found.program);
await rm(RECORDINGS, { recursive: true, force: true });
for (const [chapter, text] of texts) {
  const file = path.join(RECORDINGS, `${chapter}.txt`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(`${chapter}: ${text.split('\n').filter((line) => line !== '' && !/^\$\d+=/.test(line)).length} calls, ${text.length} bytes`);
}
