/** The field of Curve25519 and the constant of the twisted Edwards curve -x² + y² = 1 + dx²y² (RFC 8032). */
const P = 2n ** 255n - 19n;
const D = mod(-121665n * inverse(121666n));
const SQRT_MINUS_ONE = power(2n, (P - 1n) / 4n);
/** The order of the curve's base point, below which scalars are canonical. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

type Point = { x: bigint; y: bigint };

/**
 * Whether 80 bytes can be a proof of the verifiable random function of a coinbase: a point of the curve that is not of small
 * order, and two scalars of 16 and 32 bytes. The proof itself is not verified.
 */
export function isVrfProof(bytes: Uint8Array): boolean {
  const gamma = decompress(bytes.subarray(0, 32));
  return gamma !== undefined && !isSmallOrder(gamma) && littleEndian(bytes.subarray(48, 80)) < ORDER;
}

function decompress(bytes: Uint8Array): Point | undefined {
  const encoded = littleEndian(bytes);
  const y = mod(encoded & ((1n << 255n) - 1n));
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  // a candidate for the square root of u / v
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * SQRT_MINUS_ONE);
  if (mod(v * x * x) !== u) return undefined;
  return { x: (x & 1n) === encoded >> 255n ? x : mod(-x), y };
}

/** Eight times such a point is the neutral element. */
function isSmallOrder(point: Point): boolean {
  const { x, y } = double(double(double(point)));
  return x === 0n && y === 1n;
}

function double({ x, y }: Point): Point {
  const product = mod(D * x * x * y * y);
  return { x: mod(2n * x * y * inverse(1n + product)), y: mod((y * y + x * x) * inverse(1n - product)) };
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function inverse(value: bigint): bigint {
  return power(value, P - 2n);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
