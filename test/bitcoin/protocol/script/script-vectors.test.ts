import { expect, test } from 'vitest';
import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { type Transaction, txid } from '#dist/bitcoin/protocol/codec/transaction.js';
import { publicKeyOf, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { createSignatureChecker } from '#dist/bitcoin/protocol/script/interpreter/checker.js';
import { verifyScript } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { tapleafHash, tapTweakHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';
import { fixture } from '../../node/fixture.js';
import { assemble, fillFlags, parseFlags } from './assemble.js';

type Vector = { scriptSig: string; scriptPubKey: string; flags: string; expected: string; witness: string[]; amount: bigint; line: string };

/** The key that the vectors' taproot outputs are made of: the private key 1. */
const INTERNAL_KEY = publicKeyOf(fromHex(`${'00'.repeat(31)}01`)).slice(1);
/** The one code that the vectors call by another name than Core's source. */
const NAMES: Record<string, string> = { NULLFAIL: 'SIG_NULLFAIL' };

const vectors = (fixture('script_tests.json') as unknown[][]).flatMap(readVector);

test('default: all of script_tests.json, with the exact error', () => {
  expect(vectors).toHaveLength(1222);
  const wrong = vectors
    .map((vector) => ({ line: vector.line, expected: NAMES[vector.expected] ?? vector.expected, actual: run(vector) }))
    .filter(({ expected, actual }) => expected !== actual);
  expect(wrong).toEqual([]);
});

function readVector(entry: unknown[]): Vector[] {
  if (entry.length === 1) return [];
  const [first, ...rest] = entry;
  const witnessed = Array.isArray(first);
  const [scriptSig, scriptPubKey, flags, expected] = (witnessed ? rest : entry) as [string, string, string, string];
  const witness = witnessed ? (first.slice(0, -1) as string[]) : [];
  const amount = witnessed ? BigInt(Math.round(Number(first.at(-1)) * 1e8)) : 0n;
  return [{ scriptSig, scriptPubKey, flags, expected, witness, amount, line: JSON.stringify(entry) }];
}

function run(vector: Vector): string {
  const { witness, output } = readWitness(vector.witness);
  const scriptPubKey = vector.scriptPubKey.endsWith('#TAPROOTOUTPUT#') ? output : assemble(vector.scriptPubKey);
  const scriptSig = assemble(vector.scriptSig);
  const coin = { value: vector.amount, scriptPubKey };
  const credit: Transaction = {
    version: 1,
    inputs: [{ previous: { hash: new Uint8Array(32), index: 0xffffffff }, scriptSig: assemble('0 0'), sequence: 0xffffffff, witness: [] }],
    outputs: [coin],
    lockTime: 0,
  };
  const spend: Transaction = {
    version: 1,
    inputs: [{ previous: { hash: txid(credit), index: 0 }, scriptSig, sequence: 0xffffffff, witness }],
    outputs: [{ value: vector.amount, scriptPubKey: new Uint8Array(0) }],
    lockTime: 0,
  };
  const flags = fillFlags(parseFlags(vector.flags));
  return verifyScript(scriptSig, scriptPubKey, witness, flags, createSignatureChecker(spend, 0, [coin])) ?? 'OK';
}

/** Witness items are hex, or a script in words, with placeholders for its control block and the taproot output. */
function readWitness(items: string[]): { witness: Uint8Array[]; output: Uint8Array } {
  const witness: Uint8Array[] = [];
  let output = new Uint8Array(0);
  for (const item of items) {
    const script = witness.at(-1);
    if (item.startsWith('#SCRIPT#')) {
      witness.push(assemble(item.slice('#SCRIPT#'.length)));
    } else if (item === '#CONTROLBLOCK#' && script !== undefined) {
      const tweaked = tweakKey(INTERNAL_KEY, tapTweakHash(INTERNAL_KEY, tapleafHash(0xc0, script)));
      if (tweaked === undefined) throw new Error('no output key');
      witness.push(Uint8Array.of(0xc0 | tweaked.parity, ...INTERNAL_KEY));
      output = new Uint8Array(buildScript([OP[1], tweaked.key]));
    } else {
      witness.push(fromHex(item));
    }
  }
  return { witness, output };
}
