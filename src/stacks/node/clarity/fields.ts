import type { Value } from '../../../clarity/values.js';

/** Returns a field of a tuple; undefined for another value. */
export function fieldOf(value: Value | undefined, name: string): Value | undefined {
  return value?.kind === 'tuple' ? value.field(name) : undefined;
}

/** Returns what an optional or a response holds; undefined for `none`, `(err …)` and other values. */
export function contentOf(value: Value | undefined): Value | undefined {
  if (value?.kind === 'optional') return value.value;
  return value?.kind === 'response' && value.isOk ? value.value : undefined;
}

/** Returns an unsigned integer; undefined for another value. */
export function uintOf(value: Value | undefined): bigint | undefined {
  return value?.kind === 'uint' ? value.value : undefined;
}

/** Returns the bytes of a buffer; undefined for another value. */
export function bytesOf(value: Value | undefined): Buffer | undefined {
  return value?.kind === 'buffer' ? Buffer.from(value.bytes) : undefined;
}
