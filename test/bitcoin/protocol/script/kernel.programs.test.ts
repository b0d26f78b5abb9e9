import { describe, expect, test } from 'vitest';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { serializeTransaction, type Transaction, type TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { createSignatureChecker } from '#dist/bitcoin/protocol/script/interpreter/checker.js';
import { MANDATORY_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { verifyScript } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { assemble } from './assemble.js';
import { generateSpend } from './generate-spend.js';
import { loadKernel } from './kernel.js';
import { createRandom } from './random.js';
import { type Spend, tapscriptSpend, X_ONLY_KEY } from './spend.js';

// KERNEL_SO: the path of libbitcoinkernel.so; without it these tests are skipped.
// KERNEL_SEED, KERNEL_SPENDS: which spends to generate and how many.
const { KERNEL_SO: library, KERNEL_SEED: seedText, KERNEL_SPENDS: countText } = process.env;
const count = Number(countText ?? (FULL_LENGTH ? 20_000 : 2_000));
const seed = seedText === undefined ? Date.now() % 1_000_000_000 : Number(seedText);

describe.skipIf(library === undefined)(`against libbitcoinkernel (KERNEL_SO), KERNEL_SEED=${seed}`, () => {
  test(`behavior: ${count} generated spends`, { timeout: 600_000 }, () => {
    console.log(`KERNEL_SEED=${seed}`);
    const kernel = loadKernel(library ?? '');
    const random = createRandom(seed);
    const counts = new Map<string, { valid: number; invalid: number }>();
    for (let number = 0; number < count; number++) {
      const { tx, spent, index, flags, kind } = generateSpend(random);
      const ours = allowed(tx, index, spent, flags);
      const theirs = kernel(tx, index, spent, flags);
      if (ours !== theirs) expect({ number, kind, flags, index, ...shown(tx, spent), ours }).toEqual({ kernel: theirs });
      const count = counts.get(kind.split(',')[0] ?? '') ?? { valid: 0, invalid: 0 };
      count[theirs ? 'valid' : 'invalid']++;
      counts.set(kind.split(',')[0] ?? '', count);
    }
    console.table(Object.fromEntries(counts));
    // A generator that only makes valid or only invalid spends of a kind would show nothing.
    for (const [kind, { valid, invalid }] of counts) {
      expect(Math.min(valid, invalid) / (valid + invalid), kind).toBeGreaterThan(0.1);
    }
  });

  test.each(library === undefined ? [] : directedSpends())('behavior: %s', (_, { tx, spent }) => {
    expect(allowed(tx, 0, spent, MANDATORY_FLAGS)).toBe(loadKernel(library ?? '')(tx, 0, spent, MANDATORY_FLAGS));
  });
});

function allowed(tx: Transaction, index: number, spent: TxOut[], flags: number): boolean {
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) throw new Error('no input');
  return verifyScript(input.scriptSig, coin.scriptPubKey, input.witness, flags, createSignatureChecker(tx, index, spent)) === undefined;
}

function shown(tx: Transaction, spent: TxOut[]): { tx: string; spent: string[] } {
  return { tx: toHex(serializeTransaction(tx)), spent: spent.map(({ value, scriptPubKey }) => `${value} ${toHex(scriptPubKey)}`) };
}

/** Tapscripts on both sides of every limit. */
function directedSpends(): [string, Spend][] {
  const item = (length: number) => new Uint8Array(length).fill(1);
  const items = (count: number) => Array.from({ length: count }, () => item(1));
  const budget = (checks: number, padding: number): [string, Spend] => {
    const repeated = Array.from({ length: checks }, () => [OP['2DUP'], OP.CHECKSIGVERIFY]).flat();
    const script = buildScript([item(padding), OP.DROP, X_ONLY_KEY, ...repeated, OP['2DROP'], OP[1]]);
    return [`${checks} checks beside ${padding} bytes`, tapscriptSpend(script, { stack: (sign) => [sign()] })];
  };
  return [
    ...[1, 2, 3, 4, 5, 6, 8].flatMap((checks) => Array.from({ length: 24 }, (_, step) => budget(checks, 2 + step * 4))),
    ...[0, 1, 127, 128, 129].map((depth): [string, Spend] => [
      `depth ${depth}`,
      tapscriptSpend(assemble('1'), { path: Array.from({ length: depth }, () => item(32)) }),
    ]),
    ...Array.from({ length: 256 }, (_, opcode): [string, Spend] => [
      `opcode ${opcode} on three items`,
      tapscriptSpend(Uint8Array.of(opcode), { stack: items(3) }),
    ]),
    ...[999, 1000, 1001].map((count): [string, Spend] => [
      `${count} items`,
      tapscriptSpend(new Uint8Array(count - 1).fill(OP.DROP), { stack: items(count) }),
    ]),
    ...[520, 521].flatMap((size): [string, Spend][] => [
      [`an item of ${size} bytes`, tapscriptSpend(assemble('DROP 1'), { stack: [item(size)] })],
      [`a push of ${size} bytes`, tapscriptSpend(buildScript([item(size), OP.DROP, OP[1]]))],
    ]),
    ...['', '50', '50ff', '51'].map((annex): [string, Spend] => [
      `annex ${annex}`,
      tapscriptSpend(buildScript([X_ONLY_KEY, OP.CHECKSIG]), { stack: (sign) => [sign()], annex: Buffer.from(annex, 'hex') }),
    ]),
    ...['', '01', '00', '02', '0100', '81'].map((condition): [string, Spend] => [
      `condition ${condition}`,
      tapscriptSpend(assemble('IF 1 ELSE 1 ENDIF'), { stack: [Buffer.from(condition, 'hex')] }),
    ]),
  ];
}
