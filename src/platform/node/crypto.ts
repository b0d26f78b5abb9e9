import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

export {
  createCipheriv,
  createHash,
  createHmac,
  type Hash,
  hash,
  randomBytes,
  randomInt,
  randomUUID,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';

/** Derives a key of a password (PKCS #5). */
export const derivePbkdf2 = promisify(pbkdf2);
