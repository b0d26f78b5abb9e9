// Signing follows src/psbt.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import type { TxOut } from '../codec/transaction.js';
import { STANDARD_FLAGS } from '../script/interpreter/flags.js';
import { verifyScript } from '../script/interpreter/verify.js';
import { matchScript } from '../script/pattern.js';
import { SIGHASH } from '../script/sighash/sighash.js';
import { produceSignature } from '../script/signing/produce-signature.js';
import { createSignatureCreator, IDLE_CREATOR, PLACEHOLDER_CREATOR } from '../script/signing/signature-creator.js';
import type { Missing } from '../script/signing/signature-data.js';
import type { SigningKeys } from '../script/signing/signing-keys.js';
import { type SpentCoins, spentCoins, writeCoin } from './coin.js';
import { applyInputData, inputData, readWitness } from './input-data.js';
import { applyOutputData, outputData } from './output-data.js';
import { field, fields, INPUT, type Psbt, type PsbtMap, setField } from './psbt.js';

export type SignOptions = {
  keys: SigningKeys;
  /** The hash type of signatures. @default DEFAULT for taproot, ALL otherwise */
  hashType?: number | undefined;
  /** Replace the data of a complete input by its final scripts. @default true */
  finalize?: boolean | undefined;
  /** Use placeholders of the same size instead of signatures. @default false */
  placeholders?: boolean | undefined;
  /** Shared by the inputs of a PSBT. @default read here */
  spent?: SpentCoins | undefined;
};

/** `mismatch`: the input requires or has signatures with another hash type. */
export type SignResult = { status: 'complete' | 'incomplete' | 'mismatch'; missing: Missing };

const NOTHING_MISSING: Missing = { publicKeys: [], signatures: [] };

/** Whether an input's final scripts spend its coin. @param spent shared by the inputs of a PSBT */
export function isSigned(psbt: Psbt, index: number, { each, all, hashes }: SpentCoins = spentCoins(psbt)): boolean {
  const [coin, input] = [each[index], inputAt(psbt, index)];
  if (coin === undefined) return false;
  const { checker } = createSignatureCreator({ tx: psbt.tx, index, coin, spent: all, hashType: SIGHASH.ALL, hashes });
  const witness = field(input, INPUT.FINAL_SCRIPT_WITNESS);
  const scriptSig = field(input, INPUT.FINAL_SCRIPT_SIG) ?? new Uint8Array();
  const items = witness === undefined ? [] : readWitness(witness);
  return verifyScript(scriptSig, coin.scriptPubKey, items, STANDARD_FLAGS, checker) === undefined;
}

/** Adds the keys' data and signatures to an input. Changes the PSBT's map. */
export function signInput(
  psbt: Psbt,
  index: number,
  { keys, hashType, finalize = true, placeholders = false, spent = spentCoins(psbt) }: SignOptions,
): SignResult {
  const result = (status: SignResult['status'], missing = NOTHING_MISSING) => ({ status, missing });
  const [coin, input] = [spent.each[index], inputAt(psbt, index)];
  if (isSigned(psbt, index, spent)) return result('complete');
  if (coin === undefined) return result('incomplete');
  const type = agreedHashType(input, coin, hashType);
  if (type === undefined) return result('mismatch');
  const creator = placeholders
    ? PLACEHOLDER_CREATOR
    : createSignatureCreator({ tx: psbt.tx, index, coin, spent: spent.all, hashType: type, hashes: spent.hashes });
  const data = produceSignature(coin.scriptPubKey, creator, keys, inputData(input));
  // Without the previous transaction, the amount of a coin is only reliable if the signature commits to it.
  if (field(input, INPUT.NON_WITNESS_UTXO) === undefined && !data.inWitness) return result('incomplete');
  applyInputData(input, { ...data, complete: data.complete && finalize });
  if (data.inWitness) setField(input, INPUT.WITNESS_UTXO, writeCoin(coin));
  return result(data.complete ? 'complete' : 'incomplete', data.missing);
}

function inputAt({ inputs }: Psbt, index: number): PsbtMap {
  const input = inputs[index];
  if (input === undefined) throw new RangeError(`no input ${index}`);
  return input;
}

/** Adds the keys' data to an output. Changes the PSBT's map. */
export function updateOutput(psbt: Psbt, index: number, keys: SigningKeys): void {
  const [output, txOut] = [psbt.outputs[index], psbt.tx.outputs[index]];
  if (output === undefined || txOut === undefined) throw new RangeError(`no output ${index}`);
  // Produces a dummy signature, which collects the data for spending.
  applyOutputData(output, produceSignature(txOut.scriptPubKey, IDLE_CREATOR, keys, outputData(output)));
}

/**
 * Returns the hash type to sign with. It must match the input's own type and its signatures. Unusual types are
 * stored in the input.
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

/** Returns the hash type that an input requires, as a signed 32-bit integer. */
export function hashTypeField(input: PsbtMap): number | undefined {
  const value = field(input, INPUT.SIGHASH);
  return value && new DataView(value.buffer, value.byteOffset).getInt32(0, true);
}
