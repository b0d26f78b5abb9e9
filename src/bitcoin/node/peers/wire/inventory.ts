import { hashFromHex, hashToHex } from '../../../protocol/codec/hex.js';
import { createReader } from '../../../protocol/codec/reader.js';
import { createWriter } from '../../../protocol/codec/writer.js';
import { ProtocolError } from './protocol-error.js';

/** An announced or requested object; `hash` in display order. */
export type InventoryItem = { type: number; hash: string };

/** The types of BIP144 and BIP339. `WITNESS` is a flag of requests. */
export const INVENTORY = { TX: 1, BLOCK: 2, WTX: 5, WITNESS: 0x40000000 } as const;

/** Formats an object for the log, as Core. */
export function itemText({ type, hash }: InventoryItem): string {
  const name =
    Object.entries(INVENTORY)
      .find(([, value]) => value === (type & ~INVENTORY.WITNESS))?.[0]
      .toLowerCase() ?? `type ${type}`;
  return `${(type & INVENTORY.WITNESS) === 0 ? '' : 'witness-'}${name} ${hash}`;
}

/** Core's `MAX_INV_SZ`. */
export const MAX_INVENTORY = 50_000;

/** Decodes `inv` and `getdata`. @throws DecodeError; ProtocolError for a whole message beyond {@link MAX_INVENTORY} */
export function parseInventory(payload: Uint8Array, command: string): InventoryItem[] {
  const items = parseItems(payload);
  if (items.length > MAX_INVENTORY) throw new ProtocolError(`${command} message size = ${items.length}`);
  return items;
}

/** Decodes the items of a message, as many as there are. @throws DecodeError */
export function parseItems(payload: Uint8Array): InventoryItem[] {
  const reader = createReader(payload);
  const count = reader.compactSize();
  const items: InventoryItem[] = [];
  // A count may be a lie: nothing of its size is made.
  while (items.length < count) items.push({ type: reader.uint32(), hash: hashToHex(reader.bytes(32)) });
  return items;
}

export function serializeInventory(items: readonly InventoryItem[]): Uint8Array {
  const writer = createWriter(9 + items.length * 36);
  writer.compactSize(items.length);
  for (const { type, hash } of items) {
    writer.uint32(type);
    writer.bytes(hashFromHex(hash));
  }
  return writer.finish();
}
