// What signing asks for and adds follows src/psbt.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import type { TxOut } from '../codec/transaction.js';
import { STANDARD_FLAGS } from '../script/interpreter/flags.js';
import { verifyScript } from '../script/interpreter/verify.js';
import { matchScript } from '../script/pattern.js';
import { SIGHASH } from '../script/sighash/sighash.js';
import { produceSignature } from '../script/signing/produce-signature.js';
import { createSignatureCreator, IDLE_CREATOR, PLACEHOLDER_CREATOR } from '../script/signing/signature-creator.js';
import type { Missing } from '../script/signing/signature-data.js';
import type { SigningKeys } from '../script/signing/signing-keys.js';
import { allCoins, coinOf, writeCoin } from './coin.js';
import { applyInputData, inputData, readWitness } from './input-data.js';
import { applyOutputData, outputData } from './output-data.js';
import { field, fields, INPUT, type Psbt, type PsbtMap, setField } from './psbt.js';

export type SignOptions = {
  keys: SigningKeys;
  /** What signatures are to commit to. @default what is usual for the coin: DEFAULT for taproot, ALL otherwise */
  hashType?: number | undefined;
  /** Put what spends the coin in the place of what led to it. @default true */
  finalize?: boolean | undefined;
  /** Instead of signatures, put something of their size. @default false */
  placeholders?: boolean | undefined;
};

/** `mismatch`: the input asks for signatures of another hash type, or has such. */
export type SignResult = { status: 'complete' | 'incomplete' | 'mismatch'; missing: Missing };

const NOTHING_MISSING: Missing = { publicKeys: [], signatures: [] };

/** Whether what an input has spends its coin. */
export function isSigned(psbt: Psbt, index: number): boolean {
  const [coin, input] = [coinOf(psbt, index), psbt.inputs[index]];
  if (coin === undefined || input === undefined) return false;
  const { checker } = createSignatureCreator({ tx: psbt.tx, index, coin, spent: allCoins(psbt), hashType: SIGHASH.ALL });
  const witness = field(input, INPUT.FINAL_SCRIPT_WITNESS);
  const scriptSig = field(input, INPUT.FINAL_SCRIPT_SIG) ?? new Uint8Array();
  const items = witness === undefined ? [] : readWitness(witness);
  return verifyScript(scriptSig, coin.scriptPubKey, items, STANDARD_FLAGS, checker) === undefined;
}

/** Adds to an input what the keys know and sign. The PSBT's map is changed. */
export function signInput(psbt: Psbt, index: number, { keys, hashType, finalize = true, placeholders = false }: SignOptions): SignResult {
  const result = (status: SignResult['status'], missing = NOTHING_MISSING) => ({ status, missing });
  const [coin, input] = [coinOf(psbt, index), psbt.inputs[index]];
  if (isSigned(psbt, index)) return result('complete');
  if (coin === undefined || input === undefined) return result('incomplete');
  const type = agreedHashType(input, coin, hashType);
  if (type === undefined) return result('mismatch');
  const creator = placeholders
    ? PLACEHOLDER_CREATOR
    : createSignatureCreator({ tx: psbt.tx, index, coin, spent: allCoins(psbt), hashType: type });
  const data = produceSignature(coin.scriptPubKey, creator, keys, inputData(input));
  // A coin without the transaction that made it cannot be trusted to be what it says, unless its amount is signed.
  if (field(input, INPUT.NON_WITNESS_UTXO) === undefined && !data.inWitness) return result('incomplete');
  applyInputData(input, { ...data, complete: data.complete && finalize });
  if (data.inWitness) setField(input, INPUT.WITNESS_UTXO, writeCoin(coin));
  return result(data.complete ? 'complete' : 'incomplete', data.missing);
}

/** Adds to an output what the keys know of it. The PSBT's map is changed. */
export function updateOutput(psbt: Psbt, index: number, keys: SigningKeys): void {
  const [output, txOut] = [psbt.outputs[index], psbt.tx.outputs[index]];
  if (output === undefined || txOut === undefined) throw new RangeError(`no output ${index}`);
  // As if it were to be spent: what that takes is what is to be known.
  applyOutputData(output, produceSignature(txOut.scriptPubKey, IDLE_CREATOR, keys, outputData(output)));
}

/**
 * The hash type to sign with: what is asked for must be what the input has, and what its signatures have. Types that are not usual are
 * noted in the input.
 */
function agreedHashType(input: PsbtMap, { scriptPubKey }: TxOut, asked: number | undefined): number | undefined {
  const isTaproot = matchScript(scriptPubKey).type === 'witness_v1_taproot';
  const type = asked ?? (isTaproot ? SIGHASH.DEFAULT : SIGHASH.ALL);
  const declared = hashTypeField(input);
  if (declared !== undefined && declared !== type) return undefined;
  if (isTaproot ? type !== SIGHASH.DEFAULT : type !== SIGHASH.DEFAULT && type !== SIGHASH.ALL) {
    setField(input, INPUT.SIGHASH, Uint8Array.of(type, 0, 0, 0));
  }
  const schnorr = [INPUT.TAP_KEY_SIG, INPUT.TAP_SCRIPT_SIG].flatMap((kind) => fields(input, kind).map(({ value }) => value));
  if (type === SIGHASH.DEFAULT) return schnorr.every(({ length }) => length === 64) ? type : undefined;
  const ecdsa = fields(input, INPUT.PARTIAL_SIG).map(({ value }) => value);
  const fits =
    schnorr.every((signature) => signature.length === 65 && signature[64] === type) && ecdsa.every((each) => each.at(-1) === type);
  return fits ? type : undefined;
}

/** The hash type that an input asks for, 32 bits with sign. */
export function hashTypeField(input: PsbtMap): number | undefined {
  const value = field(input, INPUT.SIGHASH);
  return value && new DataView(value.buffer, value.byteOffset).getInt32(0, true);
}
