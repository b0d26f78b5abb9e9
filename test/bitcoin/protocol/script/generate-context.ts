import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction, TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hash160 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { buildScript, pushData } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import type { Random } from './random.js';

/** The keys that generated spends sign with. */
export const PRIVATE_KEYS = ['11', '22', '33'].map((byte) => fromHex(byte.repeat(32)));

/** Lock times and sequence numbers on both sides of where their meaning changes. */
export const LOCK_TIMES = [0, 1, 10, 499_999_999, 500_000_000, 0xffffffff];
export const SEQUENCES = [0xffffffff, 0xfffffffe, 0, 1, 10, 0x00400001, 0x0040ffff, 0x80000001];

/** The transaction that is made, and its input in question. */
export type Context = { random: Random; tx: Transaction; spent: TxOut[]; index: number };
/** Makes the stack of a script, bottom first, by signing. */
export type Unlock = (sign: (key: number) => Uint8Array) => Uint8Array[];

export function payToScriptHash(script: Uint8Array): Uint8Array {
  return buildScript([OP.HASH160, hash160(script), OP.EQUAL]);
}

/** A scriptSig that pushes the items. */
export function pushAll(items: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(items.map(pushData)));
}
