import { fromHex } from '../codec/hex.js';
import { parseTransaction, serializeTransaction } from '../codec/transaction.js';
import { createWriter, type Writer } from '../codec/writer.js';
import { MAGIC } from './decode.js';
import type { Field } from './field.js';
import { GLOBAL_FIELDS, INPUT_FIELDS, OUTPUT_FIELDS } from './fields.js';
import { field, fieldKey, GLOBAL, INPUT, type Psbt, type PsbtMap } from './psbt.js';

/** The fields that a final input keeps: its coin, the final scripts, and unknown fields. */
const KEPT_IN_FINAL: number[] = [
  INPUT.NON_WITNESS_UTXO,
  INPUT.WITNESS_UTXO,
  INPUT.FINAL_SCRIPT_SIG,
  INPUT.FINAL_SCRIPT_WITNESS,
  INPUT.PROPRIETARY,
];
const FINAL_FIELDS = INPUT_FIELDS.filter(({ type }) => KEPT_IN_FINAL.includes(type));

export type Entry = { key: Uint8Array; value: Uint8Array };

/** Encodes a PSBT with its fields in Core's order. */
export function serializePsbt({ tx, global, inputs, outputs }: Psbt): Uint8Array {
  const writer = createWriter(1024);
  writer.bytes(MAGIC);
  writeEntry(writer, { key: fromHex(fieldKey(GLOBAL.UNSIGNED_TX)), value: serializeTransaction(tx, { witness: false }) });
  writeMap(writer, sortedEntries(global, GLOBAL_FIELDS));
  for (const input of inputs) writeMap(writer, inputEntries(input));
  for (const output of outputs) writeMap(writer, sortedEntries(output, OUTPUT_FIELDS));
  return writer.finish();
}

/** Whether an input is final. */
export function isFinal(input: PsbtMap): boolean {
  return field(input, INPUT.FINAL_SCRIPT_SIG) !== undefined || field(input, INPUT.FINAL_SCRIPT_WITNESS) !== undefined;
}

function inputEntries(input: PsbtMap): Entry[] {
  const entries = sortedEntries(input, INPUT_FIELDS).filter(({ key }) => !isFinal(input) || isKeptInFinal(key));
  // The previous transaction is written without its witnesses.
  return entries.map(({ key, value }) =>
    key[0] === INPUT.NON_WITNESS_UTXO ? { key, value: serializeTransaction(parseTransaction(value), { witness: false }) } : { key, value },
  );
}

function isKeptInFinal([type]: Uint8Array): boolean {
  return FINAL_FIELDS.some((kept) => kept.type === type) || !INPUT_FIELDS.some((known) => known.type === type);
}

/** Returns the fields of a map in wire order: known types first. */
export function sortedEntries(map: PsbtMap, known: Field[]): Entry[] {
  const entries = [...map].map(([hex, value]) => {
    const key = fromHex(hex);
    const rank = known.findIndex(({ type }) => type === key[0]);
    return { key, value, rank: rank === -1 ? known.length : rank, order: known[rank]?.order?.(key, value) ?? [key] };
  });
  return entries.sort((a, b) => a.rank - b.rank || compareLists(a.order, b.order)).map(({ key, value }) => ({ key, value }));
}

function compareLists(a: Uint8Array[], b: Uint8Array[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    const order = other === undefined ? 1 : Buffer.compare(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function writeMap(writer: Writer, entries: Entry[]): void {
  for (const entry of entries) writeEntry(writer, entry);
  writer.uint8(0);
}

function writeEntry(writer: Writer, { key, value }: Entry): void {
  writer.varBytes(key);
  writer.varBytes(value);
}
