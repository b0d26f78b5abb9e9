import { expect, test } from 'vitest';
import { fromHex, hashToHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { parseTransaction, serializeTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { legacySighash } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { fixture } from '../../../node/fixture.js';

test('default: all of sighash.json', () => {
  const vectors = (fixture('sighash.json') as unknown[][]).filter((entry) => entry.length > 1) as [
    string,
    string,
    number,
    number,
    string,
  ][];
  expect(vectors).toHaveLength(500);
  for (const [raw, script, index, hashType, expected] of vectors) {
    const tx = parseTransaction(fromHex(raw));
    expect(hashToHex(legacySighash(tx, index, fromHex(script), hashType))).toBe(expected);
    expect(serializeTransaction(tx)).toEqual(fromHex(raw));
  }
});
