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
  return littleEndian(bytes.subarray(48, 80)) < ORDER && isGamma(bytes.subarray(0, 32));
}

/** The last valid point, as hex: coinbases of the embedded node have one point, and a history decodes thousands of them at once. */
let lastGamma = '';

function isGamma(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes).toString('hex');
  if (hex === lastGamma) return true;
  const gamma = decompress(bytes);
  if (gamma === undefined || isSmallOrder(gamma)) return false;
  lastGamma = hex;
  return true;
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

/** Eight times such a point is the neutral element. In projective coordinates, since an inverse costs hundreds of multiplications. */
function isSmallOrder({ x, y }: Point): boolean {
  let [X, Y, Z] = [x, y, 1n];
  for (let doublings = 0; doublings < 3; doublings++) {
    const [xx, yy] = [mod(X * X), mod(Y * Y)];
    const sum = yy - xx;
    const rest = mod(sum - 2n * Z * Z);
    [X, Y, Z] = [mod(2n * X * Y * rest), mod(sum * -(xx + yy)), mod(sum * rest)];
  }
  return X === 0n && Y === Z;
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
