import { createHash, randomBytes, scryptSync, timingSafeEqual } from '#platform/crypto.js';

/** What recognises a passphrase, in hex. */
export type Passphrase = { salt: string; hash: string };
/** Until when a wallet signs: in milliseconds of `performance.now()`, and in the node's seconds since 1970. */
export type Unlocked = { deadline: number; until: number };

const SALT_SIZE = 16;
const HASH_SIZE = 32;

/** Protects a wallet by a passphrase. Its keys stay in memory as they are: they are worth nothing on regtest. */
export function createPassphrase(text: string): Passphrase {
  const salt = randomBytes(SALT_SIZE).toString('hex');
  return { salt, hash: hashOf(text, salt).toString('hex') };
}

export function isPassphrase({ salt, hash }: Passphrase, text: string): boolean {
  return timingSafeEqual(hashOf(text, salt), Buffer.from(hash, 'hex'));
}

function hashOf(text: string, salt: string): Buffer {
  // scrypt pads a short password with zeros, so that one with a zero at its end would be the same.
  return scryptSync(createHash('sha512').update(text).digest(), salt, HASH_SIZE);
}

/** Whether a wallet needs its passphrase before it signs. */
export function isLocked({ passphrase, unlocked }: { passphrase: Passphrase | undefined; unlocked: Unlocked | undefined }): boolean {
  return passphrase !== undefined && (unlocked === undefined || performance.now() >= unlocked.deadline);
}
