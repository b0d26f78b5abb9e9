import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { serializeTransaction, type Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { segwitSighash } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { taprootSighash } from '#dist/bitcoin/protocol/script/sighash/taproot-sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { tapleafHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';

/** Two inputs and two outputs, each different. */
const TX: Transaction = {
  version: 2,
  inputs: [1, 2].map((fill) => ({
    previous: { hash: new Uint8Array(32).fill(fill), index: fill },
    scriptSig: new Uint8Array(0),
    sequence: 0xfffffff0 + fill,
    witness: [],
  })),
  outputs: [3, 4].map((fill) => ({ value: BigInt(fill), scriptPubKey: new Uint8Array(22).fill(fill) })),
  lockTime: 5,
};
const SPENT = [6, 7].map((fill) => ({ value: BigInt(fill), scriptPubKey: new Uint8Array(34).fill(fill) }));
const HASHES = createTransactionHashes(TX, SPENT);
const LEAF = fromHex('51ac');
const ANNEX = fromHex('50ffff');

/** The same transaction in another library, which has its own signature hashes. */
const OTHER = ScureTransaction.fromRaw(serializeTransaction(TX), { allowUnknownOutputs: true, disableScriptCheck: true });

describe.each([0, 1, 2, 3, 0x81, 0x82, 0x83])('hash type %i as another library has it', (hashType) => {
  test.each([
    ['key path', false, false],
    ['key path and annex', false, true],
    ['tapscript', true, false],
    ['tapscript and annex', true, true],
  ])('default: %s', (_, script, annex) => {
    for (const index of [0, 1]) {
      const leaf = script ? { hash: tapleafHash(0xc0, LEAF), codeSeparator: 9 } : undefined;
      const annexHash = annex ? sha256(Uint8Array.of(ANNEX.length, ...ANNEX)) : undefined;
      const hash = taprootSighash(TX, index, hashType, SPENT, HASHES, { annexHash, leaf }) ?? new Uint8Array(0);
      const scripts = SPENT.map(({ scriptPubKey }) => scriptPubKey);
      const amounts = SPENT.map(({ value }) => value);
      const expected = OTHER.preimageWitnessV1(
        index,
        scripts,
        hashType,
        amounts,
        script ? 9 : undefined,
        script ? LEAF : undefined,
        0xc0,
        annex ? ANNEX : undefined,
      );
      expect(toHex(hash)).toBe(toHex(expected));
    }
  });
});

test.each([1, 2, 3, 0x81, 0x82, 0x83])('default: BIP143 of hash type %i as another library has it', (hashType) => {
  for (const index of [0, 1]) {
    const expected = OTHER.preimageWitnessV0(index, LEAF, hashType, 8n);
    expect(toHex(segwitSighash(TX, index, LEAF, hashType, 8n, HASHES))).toBe(toHex(expected));
  }
});

test('error: an undefined hash type, SINGLE without an output', () => {
  for (const hashType of [4, 0x80, 0x84, 0xff])
    expect(taprootSighash(TX, 0, hashType, SPENT, HASHES, { annexHash: undefined })).toBeUndefined();
  const short = { ...TX, outputs: TX.outputs.slice(0, 1) };
  expect(taprootSighash(short, 1, 3, SPENT, createTransactionHashes(short, SPENT), { annexHash: undefined })).toBeUndefined();
});
