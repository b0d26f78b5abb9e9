import { decodeAddress } from '../../../protocol/address/address.js';
import { fromHex, hashFromHex, isHex, toHex } from '../../../protocol/codec/hex.js';
import { MAX_BIP125, MAX_NONFINAL, SEQUENCE_FINAL } from '../../../protocol/codec/sequence.js';
import type { OutPoint, Transaction, TxIn, TxOut } from '../../../protocol/codec/transaction.js';
import { buildScript } from '../../../protocol/script/build.js';
import { OP } from '../../../protocol/script/opcodes.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { Numeral } from '../json/json.js';
import { toInt32, toInteger } from '../json/numeral.js';
import { allEntries } from '../json/parse-json.js';
import { type Arguments, isJsonObject, textOf } from './arguments.js';
import type { Parameter } from './parameter.js';
import { parseAmount } from './parse-amount.js';
import { parseHash } from './parse-hash.js';

const DEFAULT_VERSION = 2;

/** The parameters of the methods that create transactions. */
export const TRANSACTION_PARAMETERS: Parameter[] = [
  {
    name: 'inputs',
    usage: '[{"txid":"hex","vout":n,"sequence":n},...]',
    type: 'array',
    description: 'The outputs to spend.',
  },
  {
    name: 'outputs',
    usage: '[{"address":amount,...},{"data":"hex"},...]',
    type: 'array',
    description: 'Addresses with amounts, and data; either an array of objects or one object.',
    unchecked: true,
  },
  { name: 'locktime', type: 'numeric', description: 'The lock time, which makes inputs non-final if it is not 0.', default: '0' },
  { name: 'replaceable', type: 'boolean', description: 'Whether it signals replaceability (BIP125).', default: 'true' },
  { name: 'version', type: 'numeric', description: 'The version, 1 to 3.', default: '2' },
];

/**
 * Builds the transaction of {@link TRANSACTION_PARAMETERS}.
 * @param replaceable of a method whose options say it @default that of the arguments
 * @throws RpcError
 */
export function transactionOf(
  args: Arguments,
  replaceable = args.has('replaceable') ? args.boolean('replaceable') : undefined,
): Transaction {
  return createTransaction({
    inputs: args.has('inputs') ? args.array('inputs') : [],
    outputs: args.raw('outputs'),
    lockTime: args.raw('locktime'),
    replaceable,
    version: args.has('version') ? args.uint('version') : DEFAULT_VERSION,
  });
}

type TransactionRequest = {
  inputs: unknown[];
  /** An array of objects with one key each, or one object: addresses with amounts, `data` with hex. */
  outputs: unknown;
  lockTime: unknown;
  /** Whether inputs signal replaceability (BIP125); undefined for the default, true. */
  replaceable: boolean | undefined;
  version: number;
};

const MAX_LOCK_TIME = 0xffffffff;
const [MIN_VERSION, MAX_VERSION] = [1, 3];

/** Builds an unsigned transaction, with Core's checks in Core's order (`ConstructTransaction`). @throws RpcError */
export function createTransaction({ inputs, outputs, lockTime, replaceable, version }: TransactionRequest): Transaction {
  const lock = lockTime === undefined ? 0 : toInteger(lockTime);
  if (lock < 0 || lock > MAX_LOCK_TIME) throw invalid('locktime out of range');
  if (version < MIN_VERSION || version > MAX_VERSION) throw invalid(`version out of range(${MIN_VERSION}~${MAX_VERSION})`);
  const sequence = replaceable !== false ? MAX_BIP125 : lock > 0 ? MAX_NONFINAL : SEQUENCE_FINAL;
  const tx = { version, inputs: inputs.map((input) => parseInput(input, sequence)), outputs: parseOutputs(outputs), lockTime: lock };
  if (replaceable === true && tx.inputs.length > 0 && tx.inputs.every((input) => input.sequence > MAX_BIP125)) {
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter combination: Sequence number(s) contradict replaceable option');
  }
  return tx;
}

function parseInput(value: unknown, defaultSequence: number): TxIn {
  if (!isJsonObject(value)) throw wrongType(value, 'object');
  const previous = parseOutPoint(value);
  const { sequence } = value;
  const given = sequence instanceof Numeral ? toInteger(sequence) : defaultSequence;
  if (given < 0 || given > SEQUENCE_FINAL) throw invalid('sequence number is out of range');
  return { previous, scriptSig: new Uint8Array(), sequence: given, witness: [] };
}

/** Returns the output that an input names. @throws RpcError */
export function parseOutPoint({ txid, vout }: Record<string, unknown>): OutPoint {
  const hash = hashFromHex(parseHash(textOf(txid), 'txid'));
  if (!(vout instanceof Numeral)) throw invalid('missing vout key');
  const index = toInt32(vout);
  if (index < 0) throw invalid('vout cannot be negative');
  return { hash, index };
}

/** Parses the outputs of a transaction. @throws RpcError */
export function parseOutputs(value: unknown): TxOut[] {
  if (value === undefined) throw invalid('output argument must be non-null');
  const seen = new Set<string>();
  const pairs = outputPairs(value);
  // Core looks a key up: the first of two with the same name.
  const first = new Map(pairs.toReversed());
  return pairs.map(([name]) => {
    const content = first.get(name);
    if (name === 'data') {
      if (seen.has(name)) throw invalid('duplicate key: data');
      seen.add(name);
      return dataOutput(content);
    }
    const decoded = decodeAddress(name);
    const amount = parseAmount(content);
    if ('error' in decoded) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Invalid Bitcoin address: ${name}`);
    const script = toHex(decoded.scriptPubKey);
    if (seen.has(script)) throw invalid(`duplicated address: ${name}`);
    seen.add(script);
    return { value: amount, scriptPubKey: decoded.scriptPubKey };
  });
}

function outputPairs(value: unknown): [name: string, content: unknown][] {
  if (isJsonObject(value)) return allEntries(value);
  if (!Array.isArray(value)) throw wrongType(value, 'array');
  return value.map((pair: unknown) => {
    if (!isJsonObject(pair)) throw invalid('key-value pair not an object as expected');
    const [entry, ...others] = allEntries(pair);
    if (entry === undefined || others.length > 0) throw invalid('key-value pair must contain exactly one key');
    return entry;
  });
}

/** Core reads any JSON type as text: numbers as their digits, true as 1. */
function dataOutput(content: unknown): TxOut {
  const text = content instanceof Numeral ? content.text : typeof content === 'string' ? content : content === true ? '1' : '';
  if (text === '' || !isHex(text)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Data must be hexadecimal string (not '${text}')`);
  return { value: 0n, scriptPubKey: buildScript([OP.RETURN, fromHex(text)]) };
}

function invalid(what: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid parameter, ${what}`);
}
