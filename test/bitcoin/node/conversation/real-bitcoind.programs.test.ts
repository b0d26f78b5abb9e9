import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchange, exchanges } from '../http/wire.js';
import { findBitcoind, startBitcoind } from '../rpc/real/bitcoind.js';
import { record } from './record.js';
import { CREDENTIALS, RECORDINGS } from './recordings.js';

const found = findBitcoind();
const RECORDED = readdirSync(RECORDINGS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'));

describe.skipIf('missing' in found)(`a real bitcoind${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let texts: Map<string, string>;
  beforeAll(async () => {
    if ('missing' in found) throw new Error(found.missing);
    texts = await record(found.program);
  }, 600_000);

  // `npm run record:bitcoin` records them again.
  test.each(RECORDED)('behavior: says what is recorded in %s', (file) => {
    expect(texts.get(file.replace(/\.txt$/, ''))).toBe(readFileSync(path.join(RECORDINGS, file), 'utf8'));
  });
  test('behavior: every chapter is recorded', () =>
    expect([...texts.keys()].map((chapter) => `${chapter}.txt`).sort()).toEqual(RECORDED.sort()));

  test('behavior: HTTP on the wire', async () => {
    if ('missing' in found) throw new Error(found.missing);
    await using real = await startBitcoind(found.program, CREDENTIALS);
    for (const { title, text, statuses } of exchanges(`${CREDENTIALS.user}:${CREDENTIALS.password}`)) {
      expect({ title, ...(await exchange(real.url, text)) }).toMatchObject({ title, statuses });
    }
  });
});
