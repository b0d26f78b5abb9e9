import { mapInTurns } from '../../../base/turns.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { createWriter, type Writer } from '../../protocol/codec/writer.js';
import { hash256 } from '../../protocol/crypto/hash.js';
import { MuHash } from '../../protocol/crypto/muhash.js';
import type { Coin } from './coin.js';

/** The length of the txid at the start of an `outPointKey`: one character per byte. */
const HASH_SIZE = 32;

/** Returns the txid (internal order) and index of an `outPointKey`. */
export function splitOutPointKey(key: string): { hash: Uint8Array; index: number } {
  return { hash: new Uint8Array(Buffer.from(key.slice(0, HASH_SIZE), 'latin1')), index: Number(key.slice(HASH_SIZE)) };
}

/** Returns the txid of an `outPointKey`, in display order. */
export function txidOfKey(key: string): string {
  return hashToHex(splitOutPointKey(key).hash);
}

/** Compares two `outPointKey`s as Core: by the bytes of the txid, then by index. */
export function compareOutPointKeys(a: string, b: string): number {
  const [left, right] = [a.slice(0, HASH_SIZE), b.slice(0, HASH_SIZE)];
  if (left === right) return Number(a.slice(HASH_SIZE)) - Number(b.slice(HASH_SIZE));
  return left < right ? -1 : 1;
}

type CoinList = readonly (readonly [key: string, coin: Coin])[];

/** Returns Core's `hash_serialized_3` of a set of coins, sorted by txid and index, as 64 hex digits. */
export async function coinHash(coins: CoinList): Promise<string> {
  const list = coins.toSorted(([a], [b]) => compareOutPointKeys(a, b));
  const writer = createWriter(list.length * 100);
  await mapInTurns(list, ([key, coin]) => writeCoin(writer, key, coin));
  return hashToHex(hash256(writer.finish()));
}

/** Returns Core's `muhash` of a set of coins, as 64 hex digits. */
export async function coinMuHash(coins: CoinList): Promise<string> {
  const hash = new MuHash();
  await mapInTurns(coins, ([key, coin]) => {
    const writer = createWriter(100);
    writeCoin(writer, key, coin);
    hash.add(writer.finish());
  });
  return hashToHex(hash.digest());
}

function writeCoin(writer: Writer, key: string, { value, scriptPubKey, height, coinbase }: Coin): void {
  const { hash, index } = splitOutPointKey(key);
  writer.bytes(hash);
  writer.uint32(index);
  writer.uint32(height * 2 + (coinbase ? 1 : 0));
  writer.int64(value);
  writer.varBytes(scriptPubKey);
}
