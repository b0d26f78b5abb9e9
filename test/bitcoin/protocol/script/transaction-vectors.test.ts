import { describe, expect, test } from 'vitest';
import { RejectError } from '#dist/bitcoin/protocol/codec/error.js';
import { fromHex, hashFromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import {
  checkTransaction,
  outPointKey,
  parseTransaction,
  serializeTransaction,
  type TxOut,
} from '#dist/bitcoin/protocol/codec/transaction.js';
import { FLAG } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { verifyTransaction } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { fixture } from '../../node/fixture.js';
import { ALL_FLAGS, assemble, fillFlags, parseFlags, trimFlags } from './assemble.js';

type Vector = { spent: Map<string, TxOut>; raw: Uint8Array; flags: string; line: string };

const EACH_FLAG = Object.values(FLAG);

describe('tx_valid.json', () => {
  const vectors = readVectors('tx_valid.json');

  test('default: all are valid, also with any flag taken away, and none with one of the excluded flags added', () => {
    expect(vectors).toHaveLength(121);
    for (const vector of vectors) {
      const { tx, spent } = prepare(vector);
      checkTransaction(tx);
      const excluded = parseFlags(vector.flags);
      expect(verifyTransaction(tx, spent, ALL_FLAGS & ~excluded), vector.line).toBeUndefined();
      for (const flag of EACH_FLAG) {
        expect(verifyTransaction(tx, spent, trimFlags(ALL_FLAGS & ~(excluded | flag))), vector.line).toBeUndefined();
      }
      for (const flag of EACH_FLAG) {
        const fewer = trimFlags(excluded & ~flag);
        if (fewer !== excluded) expect(verifyTransaction(tx, spent, ALL_FLAGS & ~fewer), vector.line).toBeDefined();
      }
    }
  });

  test('behavior: serializing gives the bytes again', () => {
    for (const { raw, line } of vectors) expect(serializeTransaction(parseTransaction(raw)), line).toEqual(raw);
  });
});

describe('tx_invalid.json', () => {
  const vectors = readVectors('tx_invalid.json');
  const malformed = vectors.filter(({ flags }) => flags === 'BADTX');
  const forbidden = vectors.filter(({ flags }) => flags !== 'BADTX');

  test('default: all are invalid, also with any flag added, and all are valid with one of their flags taken away', () => {
    expect(forbidden).toHaveLength(84);
    for (const vector of forbidden) {
      const { tx, spent } = prepare(vector);
      checkTransaction(tx);
      const flags = parseFlags(vector.flags);
      expect(verifyTransaction(tx, spent, flags), vector.line).toBeDefined();
      for (const flag of EACH_FLAG) expect(verifyTransaction(tx, spent, fillFlags(flags | flag)), vector.line).toBeDefined();
      for (const flag of EACH_FLAG) {
        const fewer = trimFlags(flags & ~flag);
        if (fewer !== flags) expect(verifyTransaction(tx, spent, fewer), vector.line).toBeUndefined();
      }
    }
  });

  test('error: BADTX entries fail before their scripts', () => {
    expect(malformed).toHaveLength(9);
    const reasons = malformed.map((vector) => {
      try {
        checkTransaction(prepare(vector).tx);
        return 'valid';
      } catch (error) {
        return error instanceof RejectError ? error.reason : String(error);
      }
    });
    expect(reasons).toMatchInlineSnapshot(`
      [
        "bad-txns-vout-empty",
        "bad-txns-vout-negative",
        "bad-txns-vout-toolarge",
        "bad-txns-txouttotal-toolarge",
        "bad-txns-inputs-duplicate",
        "bad-cb-length",
        "bad-cb-length",
        "bad-txns-prevout-null",
        "bad-txns-prevout-null",
      ]
    `);
  });
});

function readVectors(name: string): Vector[] {
  const entries = fixture(name) as [[string, number, string, number?][], string, string][];
  return entries
    .filter(([inputs]) => Array.isArray(inputs))
    .map((entry) => {
      const [inputs, raw, flags] = entry;
      const spent = new Map<string, TxOut>();
      for (const [hash, index, script, amount = 0] of inputs) {
        spent.set(outPointKey({ hash: hashFromHex(hash), index: index >>> 0 }), { value: BigInt(amount), scriptPubKey: assemble(script) });
      }
      return { spent, raw: fromHex(raw), flags, line: JSON.stringify(entry) };
    });
}

function prepare({ raw, spent }: Vector) {
  const tx = parseTransaction(raw);
  return { tx, spent: tx.inputs.map(({ previous }) => spent.get(outPointKey(previous)) ?? { value: 0n, scriptPubKey: new Uint8Array(0) }) };
}
