import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction, TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, signSchnorr, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { createSignatureChecker } from '#dist/bitcoin/protocol/script/interpreter/checker.js';
import { verifyScript } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { taprootSighash } from '#dist/bitcoin/protocol/script/sighash/taproot-sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { tapbranchHash, tapleafHash, tapTweakHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';

/** The key that the tests sign with. */
export const PRIVATE_KEY = fromHex('11'.repeat(32));
export const X_ONLY_KEY = publicKeyOf(PRIVATE_KEY).slice(1);

/** One input with these scripts, and what verifying it gives. */
export type Spend = { tx: Transaction; spent: TxOut[] };

export type SpendOptions = { scriptSig?: Uint8Array; sequence?: number; lockTime?: number; outputs?: number };

/** A transaction with one input that spends 1,000 sats of a script. */
export function spend(
  scriptPubKey: Uint8Array,
  witness: Uint8Array[],
  { scriptSig = new Uint8Array(0), sequence = 0xfffffffe, lockTime = 0, outputs = 1 }: SpendOptions = {},
): Spend {
  const previous = { hash: sha256(scriptPubKey), index: 0 };
  return {
    tx: {
      version: 2,
      inputs: [{ previous, scriptSig, sequence, witness }],
      outputs: Array.from({ length: outputs }, () => ({ value: 900n, scriptPubKey: buildScript([OP.RETURN]) })),
      lockTime,
    },
    spent: [{ value: 1000n, scriptPubKey }],
  };
}

/** `OK`, or what the input's scripts fail with. */
export function verdict({ tx, spent }: Spend, flags: number): string {
  const [input] = tx.inputs;
  const [coin] = spent;
  if (input === undefined || coin === undefined) throw new Error('no input');
  return verifyScript(input.scriptSig, coin.scriptPubKey, input.witness, flags, createSignatureChecker(tx, 0, spent)) ?? 'OK';
}

export type TapscriptOptions = SpendOptions & {
  /** @default 0xc0 */
  version?: number;
  annex?: Uint8Array;
  /** Hashes on the way from the leaf to the root. */
  path?: Uint8Array[];
  /** Makes the stack, bottom first, once the hash that a signature of the leaf signs is known. */
  stack?: Uint8Array[] | ((sign: (hashType?: number, codeSeparator?: number) => Uint8Array) => Uint8Array[]);
};

/** A spend of a script in a taproot output's tree. */
export function tapscriptSpend(leaf: Uint8Array, options: TapscriptOptions = {}): Spend {
  const { version = 0xc0, annex, path = [], stack = [] } = options;
  const leafHash = tapleafHash(version, leaf);
  const output = tweakKey(X_ONLY_KEY, tapTweakHash(X_ONLY_KEY, path.reduce(tapbranchHash, leafHash)));
  if (output === undefined) throw new Error('no output key');
  const control = new Uint8Array(Buffer.concat([Uint8Array.of(version | output.parity), X_ONLY_KEY, ...path]));
  const { tx, spent } = spend(buildScript([OP[1], output.key]), [], options);
  const annexHash = annex === undefined ? undefined : sha256(Uint8Array.of(annex.length, ...annex));
  const sign = (hashType = 0, codeSeparator = 0xffffffff) => {
    const context = { annexHash, leaf: { hash: leafHash, codeSeparator } };
    const hash = taprootSighash(tx, 0, hashType, spent, createTransactionHashes(tx, spent), context);
    if (hash === undefined) throw new Error('no such hash type');
    return Uint8Array.of(...signSchnorr(hash, PRIVATE_KEY), ...(hashType === 0 ? [] : [hashType]));
  };
  const items = typeof stack === 'function' ? stack(sign) : stack;
  const witness = [...items, leaf, control, ...(annex === undefined ? [] : [annex])];
  return { tx: { ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness })) }, spent };
}
