import { hash160, sha256, sha512_256 } from '../hash.js';
import { u8, u64 } from '../writer.js';
import { decompressKey, recoverKey } from './recover.js';
import { HASH_MODE, isSegwit, isUnordered, SPONSOR_SENTINEL, type SpendingCondition, writeCleared } from './spending-condition.js';
import type { Transaction } from './transaction.js';

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const AUTH_STANDARD = 4;
const AUTH_SPONSORED = 5;
const OP_1 = 0x51;
const OP_CHECKMULTISIG = 0xae;

/**
 * Checks every signature of a transaction as stacks-core's mempool does: the keys they recover to, with those given, must
 * hash to the signer; high-S is refused.
 * @param isImpersonated whether any signature of an address is good, also none @default no address
 * @returns what is wrong, in the node's words; undefined if nothing is
 */
export function signatureError(transaction: Transaction, isImpersonated: (address: string) => boolean = () => false): string | undefined {
  const { addresses } = transaction;
  const sighash = initialSighash(transaction);
  const origin = isImpersonated(addresses.origin)
    ? nextSighash(transaction.origin, sighash)
    : verify(transaction.origin, sighash, AUTH_STANDARD);
  if (typeof origin === 'string') return origin;
  if (transaction.sponsor === undefined || isImpersonated(addresses.payer)) return undefined;
  const sponsor = verify(transaction.sponsor, origin, AUTH_SPONSORED);
  return typeof sponsor === 'string' ? sponsor : undefined;
}

/** What the origin's first signature starts from. */
function initialSighash({ raw, origin, sponsor, authEnd }: Transaction): Buffer {
  const cleared = sponsor === undefined ? [writeCleared(origin)] : [writeCleared(origin), SPONSOR_SENTINEL];
  return sha512_256(raw.subarray(0, 6), ...cleared, raw.subarray(authEnd));
}

/** The sighash that a sponsor signs after an origin whose signature is not checked. */
function nextSighash(condition: SpendingCondition, sighash: Buffer): Buffer {
  if (condition.kind === 'multi') return sighash;
  const presign = sha512_256(sighash, u8(AUTH_STANDARD), u64(condition.fee), u64(condition.nonce));
  return sha512_256(presign, u8(condition.compressed ? 0 : 1), condition.signature);
}

/** The sighash that a following sponsor signs, or what is wrong. */
function verify(condition: SpendingCondition, first: Buffer, flag: number): Buffer | string {
  if (condition.kind === 'single') {
    const step = recoverNext(condition, first, flag, condition);
    if (typeof step === 'string') return step;
    return compareSigner(condition, [step.key]) ?? step.next;
  }
  const unordered = isUnordered(condition.hashMode);
  const keys: Uint8Array[] = [];
  let sighash = first;
  for (const field of condition.fields) {
    if (field.type === 'public-key') {
      const key = field.compressed ? field.key : decompressKey(field.key);
      if (key === undefined) return 'Failed to generate address from public keys';
      keys.push(key);
      continue;
    }
    const step = recoverNext(condition, sighash, flag, field);
    if (typeof step === 'string') return step;
    keys.push(step.key);
    if (!unordered) sighash = step.next;
  }
  if (keys.length < condition.required) return 'Failed to generate address from public keys';
  return compareSigner(condition, keys) ?? sighash;
}

function recoverNext(
  condition: SpendingCondition,
  sighash: Buffer,
  flag: number,
  { compressed, signature }: { compressed: boolean; signature: Buffer },
): { key: Uint8Array; next: Buffer } | string {
  const presign = sha512_256(sighash, u8(flag), u64(condition.fee), u64(condition.nonce));
  const recoveryId = signature[0] ?? 0;
  const r = scalar(signature.subarray(1, 33));
  const s = scalar(signature.subarray(33, 65));
  if (recoveryId > 3 || r >= CURVE_ORDER || s >= CURVE_ORDER) return 'Invalid signature: failed to decode recoverable signature';
  if (s > CURVE_ORDER >> 1n) return 'Invalid signature: high-S';
  const key = r === 0n || s === 0n ? undefined : recoverKey(presign, signature.subarray(1), recoveryId, compressed);
  if (key === undefined) return 'Invalid signature: failed to recover public key';
  return { key, next: sha512_256(presign, u8(compressed ? 0 : 1), signature) };
}

function compareSigner(condition: SpendingCondition, keys: Uint8Array[]): string | undefined {
  const hash = signerHash(condition, keys);
  if (hash.equals(condition.signer)) return undefined;
  return `Signer hash does not equal hash of public key(s): ${hash.toString('hex')} != ${condition.signer.toString('hex')}`;
}

/** The hash160 of an address with these keys. */
function signerHash(condition: SpendingCondition, keys: Uint8Array[]): Buffer {
  if (condition.kind === 'single') {
    const keyHash = hash160(Buffer.concat(keys));
    return condition.hashMode === HASH_MODE.p2wpkh ? hash160(Buffer.concat([Buffer.of(0, 20), keyHash])) : keyHash;
  }
  const script = Buffer.concat([
    scriptInteger(condition.required),
    ...keys.flatMap((key) => [u8(key.length), key]),
    scriptInteger(keys.length),
    u8(OP_CHECKMULTISIG),
  ]);
  return isSegwit(condition.hashMode) ? hash160(Buffer.concat([Buffer.of(0, 32), sha256(script)])) : hash160(script);
}

/** Up to 16 an opcode, above a minimal little-endian push. */
function scriptInteger(value: number): Buffer {
  if (value <= 16) return u8(value === 0 ? 0 : OP_1 - 1 + value);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest >>= 8) bytes.push(rest & 0xff);
  if ((bytes.at(-1) ?? 0) & 0x80) bytes.push(0);
  return Buffer.of(bytes.length, ...bytes);
}

function scalar(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
