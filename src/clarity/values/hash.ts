import type { Value } from './value.js';

/** Another one in each process, so that nobody can prepare values that share a hash. */
const SEED = Math.floor(Math.random() * 2 ** 32) | 0;

/** Returns a hash of 32 bits that equal values share. It decides only where a value is kept, never what a contract sees. */
export function hashOfValue(value: Value): number {
  switch (value.kind) {
    case 'int':
      return mix(1 ^ SEED, hashOfInteger(value.value));
    case 'uint':
      return mix(2 ^ SEED, hashOfInteger(value.value));
    case 'bool':
      return value.value ? 3 : 4;
    case 'buffer':
      return mix(5, hashOfBytes(value.bytes));
    case 'ascii':
      return mix(6, hashOfText(value.text));
    case 'utf8':
      return value.characters.reduce((hash, character) => mix(hash, character.codePointAt(0) as number), 7 ^ SEED);
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

function hashOfText(text: string): number {
  let hash = text.length ^ SEED;
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

function hashOfBytes(bytes: Uint8Array): number {
  let hash = bytes.length ^ SEED;
  for (let at = 0; at < bytes.length; at++) hash = mix(hash, bytes[at] as number);
  return hash;
}

function hashOfItems(seed: number, items: readonly Value[]): number {
  let hash = seed ^ SEED;
  for (const item of items) hash = mix(hash, hashOfValue(item));
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
