/** The field over which secp256k1 is defined. */
const P = 2n ** 256n - 2n ** 32n - 977n;

/**
 * Whether 33 bytes are a point of secp256k1. Decoding asks this, before the library that verifies signatures is loaded: the
 * right side of the curve's equation must be a square: Euler's criterion.
 */
export function isCompressedPoint(key: Uint8Array): boolean {
  if (key.length !== 33 || (key[0] !== 2 && key[0] !== 3)) return false;
  const x = BigInt(`0x${Buffer.from(key.subarray(1)).toString('hex')}`);
  if (x >= P) return false;
  return power((x ** 3n + 7n) % P, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
