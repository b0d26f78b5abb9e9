import { describe, expect, test } from 'vitest';
import { decodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { parseTransaction, type TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { signSchnorr, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { verifyTransaction } from '#dist/bitcoin/protocol/script/interpreter/verify.js';
import { taprootSighash } from '#dist/bitcoin/protocol/script/sighash/taproot-sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import {
  isTaprootCommitment,
  leafVersion,
  tapbranchHash,
  tapleafHash,
  tapTweakHash,
} from '#dist/bitcoin/protocol/script/taproot/taproot.js';
import { fixture } from '../../node/fixture.js';
import { MAIN } from '../address/formats.js';
import { tweakPrivateKey } from './tweak-private-key.js';

type Leaf = { id: number; script: string; leafVersion: number };
type Tree = Leaf | Tree[];
type OutputVector = {
  given: { internalPubkey: string; scriptTree: Tree | null };
  intermediary: { leafHashes?: string[]; merkleRoot: string | null; tweak: string; tweakedPubkey: string };
  expected: { scriptPubKey: string; bip350Address: string; scriptPathControlBlocks?: string[] };
};
type SpendVector = {
  given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
  intermediary: Record<'hashAmounts' | 'hashOutputs' | 'hashPrevouts' | 'hashScriptPubkeys' | 'hashSequences', string>;
  inputSpending: {
    given: { txinIndex: number; internalPrivkey: string; merkleRoot: string | null; hashType: number };
    intermediary: { tweakedPrivkey: string; sigHash: string };
    expected: { witness: [string] };
  }[];
  auxiliary: { fullySignedTx: string };
};

const { scriptPubKey: outputs, keyPathSpending } = fixture('bip341_wallet_vectors.json') as {
  scriptPubKey: OutputVector[];
  keyPathSpending: SpendVector[];
};

describe('outputs of bip341_wallet_vectors.json', () => {
  test.each(outputs)('default: $expected.bip350Address', ({ given, intermediary, expected }) => {
    const internalKey = fromHex(given.internalPubkey);
    const leaves = given.scriptTree === null ? [] : leavesOf(given.scriptTree);
    const root = given.scriptTree === null ? undefined : rootOf(given.scriptTree);
    expect(leaves.map(hashOf).map(toHex)).toEqual(intermediary.leafHashes ?? []);
    expect(root === undefined ? null : toHex(root)).toBe(intermediary.merkleRoot);
    const tweak = tapTweakHash(internalKey, root);
    expect(toHex(tweak)).toBe(intermediary.tweak);
    const output = tweakKey(internalKey, tweak);
    expect(toHex(output?.key ?? new Uint8Array(0))).toBe(intermediary.tweakedPubkey);
    expect(decodeAddress(expected.bip350Address, MAIN)).toEqual({ scriptPubKey: fromHex(expected.scriptPubKey) });

    expected.scriptPathControlBlocks?.forEach((hex, index) => {
      const control = fromHex(hex);
      const leaf = leaves[index] as Leaf;
      expect(leafVersion(control)).toBe(leaf.leafVersion);
      expect(isTaprootCommitment(control, fromHex(intermediary.tweakedPubkey), hashOf(leaf))).toBe(true);
      expect(isTaprootCommitment(control, fromHex(intermediary.tweakedPubkey), tapleafHash(0xc0, new Uint8Array(1)))).toBe(false);
      const otherParity = control.slice();
      otherParity[0] = (otherParity[0] ?? 0) ^ 1;
      expect(isTaprootCommitment(otherParity, fromHex(intermediary.tweakedPubkey), hashOf(leaf))).toBe(false);
    });
  });
});

describe.each(keyPathSpending)('spends of bip341_wallet_vectors.json', ({ given, intermediary, inputSpending, auxiliary }) => {
  const tx = parseTransaction(fromHex(given.rawUnsignedTx));
  const spent: TxOut[] = given.utxosSpent.map(({ scriptPubKey, amountSats }) => ({
    value: BigInt(amountSats),
    scriptPubKey: fromHex(scriptPubKey),
  }));
  const hashes = createTransactionHashes(tx, spent);

  test('default: the shared hashes', () => {
    expect({
      hashAmounts: toHex(hashes.amounts()),
      hashOutputs: toHex(hashes.outputs()),
      hashPrevouts: toHex(hashes.prevouts()),
      hashScriptPubkeys: toHex(hashes.scripts()),
      hashSequences: toHex(hashes.sequences()),
    }).toEqual(intermediary);
  });

  test.each(inputSpending)('default: input $given.txinIndex', ({ given: input, intermediary: steps, expected }) => {
    const hash = taprootSighash(tx, input.txinIndex, input.hashType, spent, hashes, { annexHash: undefined }) ?? new Uint8Array(0);
    expect(toHex(hash)).toBe(steps.sigHash);
    const root = input.merkleRoot === null ? undefined : fromHex(input.merkleRoot);
    const privateKey = tweakPrivateKey(fromHex(input.internalPrivkey), root);
    expect(toHex(privateKey)).toBe(steps.tweakedPrivkey);
    const suffix = input.hashType === 0 ? '' : input.hashType.toString(16).padStart(2, '0');
    expect(`${toHex(signSchnorr(hash, privateKey))}${suffix}`).toBe(expected.witness[0]);
  });

  test('behavior: the signed transaction is valid, and no input is when one of its bytes changes', () => {
    const signed = parseTransaction(fromHex(auxiliary.fullySignedTx));
    expect(verifyTransaction(signed, spent, MANDATORY_FLAGS)).toBeUndefined();
    expect(verifyTransaction(signed, spent, STANDARD_FLAGS)).toBeUndefined();
    for (const { given: input } of inputSpending) {
      const broken = parseTransaction(fromHex(auxiliary.fullySignedTx));
      const signature = broken.inputs[input.txinIndex]?.witness[0];
      if (signature === undefined) throw new Error('no signature');
      signature[40] = (signature[40] ?? 0) ^ 1;
      expect(verifyTransaction(broken, spent, MANDATORY_FLAGS)).toEqual({ index: input.txinIndex, code: 'SCHNORR_SIG' });
    }
  });
});

function leavesOf(tree: Tree): Leaf[] {
  return Array.isArray(tree) ? tree.flatMap(leavesOf) : [tree];
}

function hashOf({ leafVersion: version, script }: Leaf): Uint8Array {
  return tapleafHash(version, fromHex(script));
}

function rootOf(tree: Tree): Uint8Array {
  if (!Array.isArray(tree)) return hashOf(tree);
  const [left, right] = tree.map(rootOf);
  if (left === undefined || right === undefined) throw new Error('not a pair');
  return tapbranchHash(left, right);
}
