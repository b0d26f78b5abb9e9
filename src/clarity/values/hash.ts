import type { Value } from './value.js';

/** How many bytes, characters or items of a value its hash looks at: hashing must not become slow with large keys. */
const MOST = 64;

/** Returns a hash of 32 bits that equal values share. It decides only where a value is kept, never what a contract sees. */
export function hashOfValue(value: Value): number {
  switch (value.kind) {
    case 'int':
      return mix(1, hashOfInteger(value.value));
    case 'uint':
      return mix(2, hashOfInteger(value.value));
    case 'bool':
      return value.value ? 3 : 4;
    case 'buffer':
      return mix(5, hashOfBytes(value.bytes));
    case 'ascii':
      return mix(6, hashOfText(value.text));
    case 'utf8':
      return value.characters.slice(0, MOST).reduce((hash, character) => mix(hash, character.codePointAt(0) as number), 7);
    case 'list':
      return hashOfItems(mix(8, value.items.length), value.items);
    case 'tuple':
      return hashOfItems(9, value.values);
    case 'optional':
      return value.value === undefined ? 10 : mix(11, hashOfValue(value.value));
    case 'response':
      return mix(value.isOk ? 12 : 13, hashOfValue(value.value));
    case 'principal':
      return hashOfText(value.id);
    case 'callable':
      return hashOfText(value.contract.id);
  }
}

/** Returns a hash of a text, by its first and last characters. */
export function hashOfText(text: string): number {
  const { length } = text;
  let hash = length;
  if (length <= MOST) {
    for (let at = 0; at < length; at++) hash = mix(hash, text.charCodeAt(at));
    return hash;
  }
  for (let at = 0; at < MOST / 2; at++) hash = mix(mix(hash, text.charCodeAt(at)), text.charCodeAt(length - 1 - at));
  return hash;
}

function hashOfBytes(bytes: Uint8Array): number {
  const { length } = bytes;
  const step = Math.max(1, Math.floor(length / MOST));
  let hash = length;
  for (let at = 0; at < length; at += step) hash = mix(hash, bytes[at] as number);
  return hash;
}

function hashOfItems(seed: number, items: readonly Value[]): number {
  const count = Math.min(items.length, MOST);
  let hash = seed;
  for (let at = 0; at < count; at++) hash = mix(hash, hashOfValue(items[at] as Value));
  return hash;
}

/** Integers of up to 2^53 take the short way. */
function hashOfInteger(value: bigint): number {
  const near = Number(value);
  if (Number.isSafeInteger(near)) return mix(near | 0, near / 4_294_967_296);
  const low = Number(BigInt.asUintN(32, value));
  return mix(mix(low, Number(BigInt.asUintN(32, value >> 32n))), Number(BigInt.asUintN(32, value >> 64n)));
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ (value | 0), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 0;
}
