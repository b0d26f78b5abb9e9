// The next role and the missing data follow src/node/psbt.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core
// developers; MIT licence.

import { policySize } from '../codec/policy-size.js';
import { MAX_MONEY, type TxOut, transactionWeight } from '../codec/transaction.js';
import { isUnspendable } from '../script/pattern.js';
import type { Missing } from '../script/signing/signature-data.js';
import { NO_KEYS } from '../script/signing/signing-keys.js';
import { sigOpCost } from '../script/sigops.js';
import { type SpentCoins, spentCoins } from './coin.js';
import { copyPsbt, type Psbt } from './psbt.js';
import { extractTransaction } from './roles.js';
import { isSigned, signInput } from './sign.js';

/** The roles, in their order. */
const ROLES = ['creator', 'updater', 'signer', 'finalizer', 'extractor'] as const;
type Role = (typeof ROLES)[number];

export type InputAnalysis = { hasCoin: boolean; isFinal: boolean; missing: Missing; next: Role };

/** The next steps for a PSBT. */
export type PsbtAnalysis = {
  inputs: InputAnalysis[];
  /** The estimated virtual bytes after signing. */
  estimatedSize?: number | undefined;
  /** Sats. */
  fee?: bigint | undefined;
  next: Role;
  /** The reason why it cannot be signed. */
  error?: string | undefined;
};

/** Analyzes a PSBT in steps, of which each input is one. */
export function* analyzeSteps(original: Psbt): Generator<void, PsbtAnalysis> {
  const psbt = copyPsbt(original);
  const spent = spentCoins(psbt);
  const coins = spent.each;
  const fault = faultOf(coins);
  if (fault !== undefined) return { inputs: [], next: 'creator', error: `PSBT is not valid. ${fault}` };
  const inputs: InputAnalysis[] = [];
  for (const index of psbt.inputs.keys()) {
    yield;
    inputs.push(analyzeInput(psbt, index, spent));
  }
  const next = ROLES[Math.min(ROLES.length - 1, ...inputs.map((input) => ROLES.indexOf(input.next)))] ?? 'extractor';
  const known = coins.filter((coin) => coin !== undefined);
  if (known.length < coins.length) return { inputs, next };
  const paid = total(psbt.tx.outputs);
  if (paid === undefined) return { inputs: [], next: 'creator', error: 'PSBT is not valid. Output amount invalid' };
  return { inputs, next, fee: (total(known) ?? 0n) - paid, estimatedSize: yield* estimateSize(psbt, spent) };
}

/** Returns the reason why the coins cannot be spent, if any. */
function faultOf(coins: (TxOut | undefined)[]): string | undefined {
  let sum = 0n;
  for (const [index, coin] of coins.entries()) {
    if (coin === undefined) continue;
    if (!isMoney(coin.value) || !isMoney(sum + coin.value)) return `Input ${index} has invalid value`;
    sum += coin.value;
    if (isUnspendable(coin.scriptPubKey)) return `Input ${index} spends unspendable output`;
  }
  return undefined;
}

function analyzeInput(psbt: Psbt, index: number, spent: SpentCoins): InputAnalysis {
  const hasCoin = spent.each[index] !== undefined;
  const none: Missing = { publicKeys: [], signatures: [] };
  if (isSigned(psbt, index, spent)) return { hasCoin, isFinal: true, missing: none, next: 'extractor' };
  const { status, missing } = signInput(psbt, index, { keys: NO_KEYS, spent });
  if (status === 'complete') return { hasCoin, isFinal: false, missing: none, next: 'finalizer' };
  const { publicKeys, signatures, redeemScript, witnessScript } = missing;
  const onlySignatures = publicKeys.length === 0 && redeemScript === undefined && witnessScript === undefined && signatures.length > 0;
  return { hasCoin, isFinal: false, missing, next: onlySignatures ? 'signer' : 'updater' };
}

/** Returns the virtual bytes with placeholders for missing signatures, or undefined if the needed signatures are unknown. */
function* estimateSize(psbt: Psbt, spent: SpentCoins): Generator<void, number | undefined> {
  for (const index of psbt.inputs.keys()) {
    yield;
    if (signInput(psbt, index, { keys: NO_KEYS, placeholders: true, spent }).status !== 'complete') return undefined;
  }
  const tx = extractTransaction(psbt);
  return policySize(transactionWeight(tx), sigOpCost(tx, spent.all ?? []));
}

function total(outputs: TxOut[]): bigint | undefined {
  const sum = outputs.reduce((all, { value }) => all + value, 0n);
  return outputs.every(({ value }) => isMoney(value)) && isMoney(sum) ? sum : undefined;
}

function isMoney(value: bigint): boolean {
  return value >= 0n && value <= MAX_MONEY;
}
