import type { TxRecord } from '../chain/tx-record.js';

/** Sizes of Core's structures on 64-bit machines, in bytes. */
const TRANSACTION_SIZE = 128;
const COUNTER_SIZE = 24;
const INPUT_SIZE = 104;
const OUTPUT_SIZE = 48;
const WITNESS_ITEM_SIZE = 24;
/** Shorter scripts need no allocation of their own. */
const INLINE_SCRIPT_SIZE = 36;
/** An entry with its place in the indexes, and one spent outpoint. */
const ENTRY_SIZE = 456;
const SPEND_SIZE = 80;

/** Returns the memory of a transaction in the mempool as Core counts it for `-maxmempool`, in bytes (`DynamicMemoryUsage`). */
export function memoryOf(record: TxRecord): number {
  return ENTRY_SIZE + SPEND_SIZE * record.tx.inputs.length + transactionMemory(record);
}

/** Returns the memory of the transaction alone (Core's `RecursiveDynamicUsage`). */
export function transactionMemory({ tx }: TxRecord): number {
  let bytes = allocation(TRANSACTION_SIZE) + allocation(COUNTER_SIZE);
  bytes += allocation(INPUT_SIZE * tx.inputs.length) + allocation(OUTPUT_SIZE * tx.outputs.length);
  for (const { scriptSig, witness } of tx.inputs) {
    bytes += scriptMemory(scriptSig) + allocation(WITNESS_ITEM_SIZE * witness.length);
    for (const item of witness) bytes += allocation(item.length);
  }
  for (const { scriptPubKey } of tx.outputs) bytes += scriptMemory(scriptPubKey);
  return bytes;
}

function scriptMemory({ length }: Uint8Array): number {
  return length > INLINE_SCRIPT_SIZE ? allocation(length) : 0;
}

/** Returns the memory that an allocation takes: a header, and whole units of 16 bytes. */
function allocation(size: number): number {
  return size === 0 ? 0 : ((size + 31) >> 4) << 4;
}
