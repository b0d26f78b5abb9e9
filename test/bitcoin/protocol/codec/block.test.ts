import { describe, expect, test } from 'vitest';
import {
  blockHash,
  blockWeight,
  merkleRoot,
  parseBlock,
  parseBlockHeader,
  serializeBlock,
  serializeBlockHeader,
  witnessCommitment,
  witnessCommitmentIndex,
  witnessCommitmentScript,
  witnessMerkleRoot,
} from '#dist/bitcoin/protocol/codec/block.js';
import { DecodeError } from '#dist/bitcoin/protocol/codec/error.js';
import { fromHex, hashFromHex, hashToHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { merkleTree } from '#dist/bitcoin/protocol/codec/merkle.js';
import { serializeTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';

/** Block 0 of regtest. */
const GENESIS =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

describe('block', () => {
  const block = parseBlock(fromHex(GENESIS));

  test("default: regtest's genesis block", () => {
    expect(hashToHex(blockHash(block.header))).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    expect(hashToHex(merkleRoot(block.transactions))).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
    expect(merkleRoot(block.transactions)).toEqual(block.header.merkleRoot);
    expect(toHex(serializeBlock(block))).toBe(GENESIS);
    expect(blockWeight(block)).toBe(285 * 4);
    expect(parseBlockHeader(serializeBlockHeader(block.header))).toEqual(block.header);
  });

  test('behavior: versions are signed, and the witness can be left out', () => {
    const header = { ...block.header, version: -1 };
    expect(parseBlockHeader(serializeBlockHeader(header)).version).toBe(-1);
    const [coinbase] = block.transactions;
    if (coinbase === undefined) throw new Error('no coinbase');
    const witnessed = {
      ...block,
      transactions: [{ ...coinbase, inputs: coinbase.inputs.map((input) => ({ ...input, witness: [new Uint8Array(32)] })) }],
    };
    expect(toHex(serializeBlock(witnessed, { witness: false }))).toBe(GENESIS);
    expect(parseBlock(serializeBlock(witnessed))).toEqual(witnessed);
    expect(blockWeight(witnessed)).toBe(285 * 4 + 2 + 1 + 33);
  });

  test('error: bytes that are missing, or too many for a header', () => {
    expect(() => parseBlock(fromHex(GENESIS.slice(0, -2)))).toThrow(DecodeError);
    expect(parseBlock(fromHex(`${GENESIS}00`))).toEqual(parseBlock(fromHex(GENESIS)));
    expect(() => parseBlockHeader(fromHex(GENESIS.slice(0, 162)))).toThrow('extra data after the block header');
  });
});

describe('merkle tree', () => {
  const leaf = (value: number) => new Uint8Array(32).fill(value);

  // Block 100000 of the main chain.
  test('default: four transactions', () => {
    const ids = [
      '8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87',
      'fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4',
      '6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4',
      'e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d',
    ];
    const { root, mutated } = merkleTree(ids.map(hashFromHex));
    expect(hashToHex(root)).toBe('f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766');
    expect(mutated).toBe(false);
  });

  test('behavior: none and one', () => {
    expect(merkleTree([])).toEqual({ root: new Uint8Array(32), mutated: false });
    expect(merkleTree([leaf(1)])).toEqual({ root: leaf(1), mutated: false });
  });

  test('error: a repeated end gives the same root, which is reported (CVE-2012-2459)', () => {
    const odd = merkleTree([leaf(1), leaf(2), leaf(3)]);
    const repeated = merkleTree([leaf(1), leaf(2), leaf(3), leaf(3)]);
    expect(repeated.root).toEqual(odd.root);
    expect([odd.mutated, repeated.mutated]).toEqual([false, true]);
    const six = [1, 2, 3, 4, 5, 6].map(leaf);
    expect(merkleTree([...six, ...six.slice(4)])).toEqual({ root: merkleTree(six).root, mutated: true });
  });
});

describe('witness commitment', () => {
  const [coinbase] = parseBlock(fromHex(GENESIS)).transactions;
  if (coinbase === undefined) throw new Error('no coinbase');
  const reserved = new Uint8Array(32);

  test('default: the last fitting output of the coinbase', () => {
    const root = witnessMerkleRoot([coinbase]);
    expect(root).toEqual(new Uint8Array(32));
    const script = witnessCommitmentScript(root, reserved);
    expect(toHex(script)).toBe(`6a24aa21a9ed${toHex(witnessCommitment(root, reserved))}`);
    expect(toHex(script)).toBe('6a24aa21a9ede2f61c3f71d1defd3fa999dfa36953755c690689799962b48bebd836974e8cf9');
    const output = { value: 0n, scriptPubKey: script };
    expect(witnessCommitmentIndex({ ...coinbase, outputs: [output, output, ...coinbase.outputs] })).toBe(1);
    expect(witnessCommitmentIndex({ ...coinbase, outputs: [{ value: 0n, scriptPubKey: script.slice(0, 37) }] })).toBe(-1);
  });

  test('behavior: every transaction but the coinbase counts with its witness', () => {
    const bare = { ...coinbase, lockTime: 1 };
    const witnessed = { ...bare, inputs: bare.inputs.map((input) => ({ ...input, witness: [Uint8Array.of(1)] })) };
    expect(serializeTransaction(bare)).not.toEqual(serializeTransaction(witnessed));
    expect(witnessMerkleRoot([coinbase, bare])).not.toEqual(witnessMerkleRoot([coinbase, witnessed]));
    expect(witnessMerkleRoot([witnessed, bare])).toEqual(witnessMerkleRoot([coinbase, bare]));
  });
});
