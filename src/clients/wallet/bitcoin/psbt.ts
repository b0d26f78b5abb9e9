import { isHexBytes } from '../../../base/hex-digits.js';
import { isRecord } from '../../../base/json.js';
import { addressScript } from '../../../bitcoin/address.js';
import { serializeTransaction, toHex } from '../../../bitcoin/codec.js';
import {
  coinOf,
  extractTransaction,
  fields,
  finalizePsbt,
  hashTypeField,
  INPUT,
  type Psbt,
  type PsbtMap,
  parsePsbt,
  serializePsbt,
  signInput,
} from '../../../bitcoin/psbt.js';
import type { SigningKeys } from '../../../bitcoin/script.js';
import { SIGHASH } from '../../../bitcoin/script.js';
import { invalidParam, RPC_CODE, WalletError } from '../error.js';
import type { Params } from '../method.js';
import { listParam } from '../params.js';

/** Reads the PSBT of a request: `psbt` is base64, or `hex` is hex. @throws WalletError */
export function readPsbt(params: Params): Psbt {
  const { hex, psbt } = params;
  const text = hex ?? psbt;
  const name = hex === undefined ? 'psbt' : 'hex';
  const isHex = typeof text === 'string' && isHexBytes(text);
  try {
    if (typeof text === 'string') return parsePsbt(new Uint8Array(Buffer.from(text, isHex ? 'hex' : 'base64')));
  } catch {
    // As any other text.
  }
  throw invalidParam(name, 'a PSBT', text);
}

/** Signs inputs of a PSBT, in place. @throws WalletError if one that was asked for cannot be signed, or if there is none */
export function signPsbt(psbt: Psbt, params: Params, keys: SigningKeys): void {
  const asked = inputsToSign(params);
  const allowed = allowedHashTypes(params);
  let count = 0;
  for (const [index, input] of psbt.inputs.entries()) {
    const wanted = asked?.find((one) => one.index === index);
    if (asked !== undefined && wanted === undefined) continue;
    checkAddress(psbt, index, wanted?.address);
    const hashType = hashTypeField(input);
    if (hashType !== undefined && allowed !== undefined && !allowed.includes(hashType)) {
      throw new WalletError(
        RPC_CODE.invalidParams,
        `input ${index} requires the signature hash type ${hashType}, which allowedSighash does not list`,
      );
    }
    const before = signatureCount(input);
    const { status } = signInput(psbt, index, { keys, hashType, finalize: false });
    if (signatureCount(input) > before) count++;
    else if (asked !== undefined && status !== 'complete')
      throw new WalletError(RPC_CODE.invalidParams, `input ${index} has no coin that the account can sign for`);
  }
  const outside = asked?.find(({ index }) => index >= psbt.inputs.length);
  if (outside !== undefined) throw new WalletError(RPC_CODE.invalidParams, `the PSBT has no input ${outside.index}`);
  if (count === 0 && asked === undefined) throw new WalletError(RPC_CODE.invalidParams, 'the PSBT has no input that the account can sign');
}

/** Returns the complete transaction of a PSBT as hex. @throws WalletError */
export function completePsbt(psbt: Psbt): string {
  if (!finalizePsbt(psbt)) throw new WalletError(RPC_CODE.invalidRequest, 'the PSBT lacks signatures, so that it cannot be broadcast');
  return toHex(serializeTransaction(extractTransaction(psbt)));
}

/** As the request had it. */
export function writePsbt(psbt: Psbt, params: Params): { hex: string } | { psbt: string } {
  const bytes = Buffer.from(serializePsbt(psbt));
  return params['hex'] === undefined ? { psbt: bytes.toString('base64') } : { hex: bytes.toString('hex') };
}

/** What the inputs have more than the outputs; undefined if an input's coin is unknown. */
export function feeOfPsbt(psbt: Psbt): bigint | undefined {
  const coins = psbt.inputs.map((_, index) => coinOf(psbt, index)?.value);
  if (coins.some((value) => value === undefined)) return undefined;
  const [paid, spent] = [coins, psbt.tx.outputs.map(({ value }) => value)].map((values) =>
    values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n),
  );
  return (paid ?? 0n) - (spent ?? 0n);
}

type InputToSign = { index: number; address?: string | undefined };

/**
 * Reads which inputs: `signAtIndex` of Leather, `signInputs` of Xverse (indexes by address) or of `@stacks/connect` (indexes, or objects).
 * @returns undefined for all that the account can sign
 */
function inputsToSign(params: Params): InputToSign[] | undefined {
  const { signAtIndex, signInputs } = params;
  if (typeof signAtIndex === 'number') return [readInput(signAtIndex, 'signAtIndex')];
  if (signAtIndex !== undefined) return listParam(params, 'signAtIndex').map((index) => readInput(index, 'signAtIndex'));
  if (signInputs === undefined) return undefined;
  if (Array.isArray(signInputs)) return signInputs.map((index) => readInput(index, 'signInputs'));
  if (!isRecord(signInputs)) throw invalidParam('signInputs', 'indexes by address', signInputs);
  // What `@stacks/connect` makes of indexes without addresses.
  if (Object.keys(signInputs).length === 0) return undefined;
  return Object.entries(signInputs).flatMap(([address, indexes]) =>
    listParam({ [address]: indexes }, address).map((index) => ({ ...readInput(index, `signInputs.${address}`), address })),
  );
}

function readInput(value: unknown, name: string): InputToSign {
  const { index, address } = isRecord(value) ? value : { index: value, address: undefined };
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) throw invalidParam(name, 'the index of an input', value);
  if (address !== undefined && typeof address !== 'string') throw invalidParam(`${name}.address`, 'a Bitcoin address', address);
  return { index, address };
}

function checkAddress(psbt: Psbt, index: number, address: string | undefined): void {
  const coin = coinOf(psbt, index);
  if (address === undefined || coin === undefined) return;
  if (toHex(coin.scriptPubKey) !== toHex(addressScript(address))) {
    throw new WalletError(RPC_CODE.invalidParams, `input ${index} spends no coin of ${address}`);
  }
}

/** Reads names or numbers. */
function allowedHashTypes(params: Params): number[] | undefined {
  const given = listParam(params, 'allowedSighash');
  if (given.length === 0) return undefined;
  return given.map((type) => {
    if (typeof type === 'number') return type;
    const parts = String(type).split('|');
    const numbers = parts.map((part) => Object.entries(SIGHASH).find(([name]) => name === part)?.[1]);
    if (numbers.some((number) => number === undefined)) throw invalidParam('allowedSighash', Object.keys(SIGHASH).join(', '), type);
    return numbers.reduce<number>((sum, number) => sum | (number ?? 0), 0);
  });
}

function signatureCount(input: PsbtMap): number {
  return [INPUT.PARTIAL_SIG, INPUT.TAP_KEY_SIG, INPUT.TAP_SCRIPT_SIG].reduce((sum, type) => sum + fields(input, type).length, 0);
}
