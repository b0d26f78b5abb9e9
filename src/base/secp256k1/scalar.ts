/** The order of the curve, and half of it. */
const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex');
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** Whether the 32 bytes at `offset` are below the order of the curve. */
export function isScalar(bytes: Uint8Array, offset = 0): boolean {
  return ORDER.compare(bytes, offset, offset + 32) > 0;
}

/** Whether the 32 bytes at `offset` are at most half the order. */
export function isLowScalar(bytes: Uint8Array, offset = 0): boolean {
  return HALF_ORDER.compare(bytes, offset, offset + 32) >= 0;
}
