import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret that nobody guesses, and the digest to recognise it by. */
export function createSecret(): { secret: string; digest: Buffer } {
  const secret = randomBytes(24).toString('base64url');
  return { secret, digest: digestOf(secret) };
}

/** Compares digests, so that neither the time nor the length reveals anything about the secret. */
export function isSecret(given: string | undefined, digest: Buffer): boolean {
  return given !== undefined && timingSafeEqual(digestOf(given), digest);
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
