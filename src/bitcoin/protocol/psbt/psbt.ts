import { fromHex, toHex } from '../codec/hex.js';
import type { Transaction } from '../codec/transaction.js';

/**
 * A map of a PSBT: valid values by the hex of their keys, which start with the type. It omits empty values: an empty script, a null
 * output, a hash of zeroes.
 */
export type PsbtMap = Map<string, Uint8Array>;

/** A partially signed Bitcoin transaction, version 0 (BIP174, with the fields of BIP371 and BIP373). */
export type Psbt = {
  /** Its scriptSigs and witnesses are empty. */
  tx: Transaction;
  global: PsbtMap;
  /** One map per input of the transaction. */
  inputs: PsbtMap[];
  /** One map per output of the transaction. */
  outputs: PsbtMap[];
};

export const GLOBAL = { UNSIGNED_TX: 0x00, XPUB: 0x01, VERSION: 0xfb, PROPRIETARY: 0xfc } as const;

export const INPUT = {
  NON_WITNESS_UTXO: 0x00,
  WITNESS_UTXO: 0x01,
  PARTIAL_SIG: 0x02,
  SIGHASH: 0x03,
  REDEEM_SCRIPT: 0x04,
  WITNESS_SCRIPT: 0x05,
  BIP32_DERIVATION: 0x06,
  FINAL_SCRIPT_SIG: 0x07,
  FINAL_SCRIPT_WITNESS: 0x08,
  RIPEMD160: 0x0a,
  SHA256: 0x0b,
  HASH160: 0x0c,
  HASH256: 0x0d,
  TAP_KEY_SIG: 0x13,
  TAP_SCRIPT_SIG: 0x14,
  TAP_LEAF_SCRIPT: 0x15,
  TAP_BIP32_DERIVATION: 0x16,
  TAP_INTERNAL_KEY: 0x17,
  TAP_MERKLE_ROOT: 0x18,
  MUSIG2_PARTICIPANTS: 0x1a,
  MUSIG2_PUB_NONCE: 0x1b,
  MUSIG2_PARTIAL_SIG: 0x1c,
  PROPRIETARY: 0xfc,
} as const;

export const OUTPUT = {
  REDEEM_SCRIPT: 0x00,
  WITNESS_SCRIPT: 0x01,
  BIP32_DERIVATION: 0x02,
  TAP_INTERNAL_KEY: 0x05,
  TAP_TREE: 0x06,
  TAP_BIP32_DERIVATION: 0x07,
  MUSIG2_PARTICIPANTS: 0x08,
  PROPRIETARY: 0xfc,
} as const;

/** Creates the PSBT of a transaction. @param tx its scriptSigs and witnesses are omitted */
export function createPsbt(tx: Transaction): Psbt {
  const unsigned = { ...tx, inputs: tx.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(), witness: [] })) };
  return { tx: unsigned, global: new Map(), inputs: tx.inputs.map(() => new Map()), outputs: tx.outputs.map(() => new Map()) };
}

/** Returns a copy with maps that can be changed. */
export function copyPsbt({ tx, global, inputs, outputs }: Psbt): Psbt {
  return { tx, global: new Map(global), inputs: inputs.map((map) => new Map(map)), outputs: outputs.map((map) => new Map(map)) };
}

/** Returns the key of a field in a {@link PsbtMap}. */
export function fieldKey(type: number, data: Uint8Array = new Uint8Array()): string {
  return `${type.toString(16).padStart(2, '0')}${toHex(data)}`;
}

/** Returns the value of a field with only its type as the key. */
export function field(map: PsbtMap, type: number): Uint8Array | undefined {
  return map.get(fieldKey(type));
}

/** Sets a field with only its type as the key. An undefined or empty value deletes it. */
export function setField(map: PsbtMap, type: number, value: Uint8Array | undefined): void {
  if (value === undefined || value.length === 0) map.delete(fieldKey(type));
  else map.set(fieldKey(type), value);
}

/** Returns the fields of a type with key data. */
export function fields(map: PsbtMap, type: number): { data: Uint8Array; value: Uint8Array }[] {
  const prefix = fieldKey(type);
  return [...map].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => ({ data: fromHex(key.slice(2)), value }));
}

/** Deletes all fields of a type. */
export function removeFields(map: PsbtMap, type: number): void {
  const prefix = fieldKey(type);
  for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key);
}
