import { atOnce } from '../../../base/turns.js';
import { DecodeError } from '../codec/error.js';
import { equalBytes, toHex } from '../codec/hex.js';
import { createReader, type Reader } from '../codec/reader.js';
import { parseTransaction, txid } from '../codec/transaction.js';
import { type Field, require } from './field.js';
import { GLOBAL_FIELDS, INPUT_FIELDS, OUTPUT_FIELDS } from './fields.js';
import { field, GLOBAL, INPUT, type Psbt, type PsbtMap, setField } from './psbt.js';

/** `psbt` and 0xff. */
export const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
const UNKNOWN_DUPLICATE = 'Duplicate Key, key for unknown value already provided';

/** Decodes a PSBT from all of `bytes`. @throws DecodeError with Core's text */
export function parsePsbt(bytes: Uint8Array): Psbt {
  return atOnce(parseSteps(bytes));
}

/** The same in steps, of which each input is one. */
export function* parseSteps(bytes: Uint8Array): Generator<void, Psbt> {
  const reader = createReader(bytes);
  require(equalBytes(reader.bytes(MAGIC.length), MAGIC), 'Invalid PSBT magic bytes');
  const global = readMap(reader, GLOBAL_FIELDS, 'the global');
  const unsigned = field(global, GLOBAL.UNSIGNED_TX);
  if (unsigned === undefined) throw new DecodeError('No unsigned transaction was provided');
  setField(global, GLOBAL.UNSIGNED_TX, undefined);
  const tx = parseTransaction(unsigned, { witness: false });
  const inputs: PsbtMap[] = [];
  for (const { previous } of tx.inputs) {
    if (reader.remaining() === 0) break;
    yield;
    const input = readMap(reader, INPUT_FIELDS, 'an input');
    inputs.push(input);
    const funding = field(input, INPUT.NON_WITNESS_UTXO);
    if (funding === undefined) continue;
    const spent = parseTransaction(funding);
    require(equalBytes(txid(spent), previous.hash), 'Non-witness UTXO does not match outpoint hash');
    require(previous.index < spent.outputs.length, 'Input specifies output index that does not exist');
  }
  require(inputs.length === tx.inputs.length, 'Inputs provided does not match the number of inputs in transaction.');
  const outputs: PsbtMap[] = [];
  while (reader.remaining() > 0 && outputs.length < tx.outputs.length) outputs.push(readMap(reader, OUTPUT_FIELDS, 'an output'));
  require(outputs.length === tx.outputs.length, 'Outputs provided does not match the number of outputs in transaction.');
  if (reader.remaining() > 0) throw new ExtraDataError();
  return { tx, global, inputs, outputs };
}

/** There is data after the PSBT. */
export class ExtraDataError extends DecodeError {
  constructor() {
    super('extra data after PSBT');
  }
}

function readMap(reader: Reader, fields: Field[], name: string): PsbtMap {
  const map: PsbtMap = new Map();
  const seen = new Set<string>();
  while (reader.remaining() > 0) {
    const key = reader.varBytes();
    if (key.length === 0) return map;
    const type = createReader(key, 'SpanReader').compactSize();
    const known = fields.find((candidate) => candidate.type === type);
    known?.checkKey(key);
    const identity = toHex(known?.identity?.(key) ?? key);
    require(!seen.has(identity), known?.duplicate ?? UNKNOWN_DUPLICATE);
    seen.add(identity);
    const value = known === undefined ? reader.varBytes() : known.read(reader, key);
    if (value !== undefined) map.set(toHex(key), value);
  }
  throw new DecodeError(`Separator is missing at the end of ${name} map`);
}
