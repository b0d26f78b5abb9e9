import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The user that bitcoind's cookie names. */
const USER = '__cookie__';

/** A cookie that clients may use: its credential as `rpcauth` takes it, and a function that removes the file. */
export type Cookie = { credential: string; remove(): void };

/**
 * Writes a file with a user and a new password for the RPC, as bitcoind does: `__cookie__:<hex>`, readable only by the user of this process.
 * @throws the system's error if the file cannot be written
 */
export function writeCookie(file: string): Cookie {
  const [password, salt] = [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')];
  mkdirSync(path.dirname(file), { recursive: true });
  // A client that reads meanwhile finds the whole file or none.
  const draft = `${file}.tmp`;
  writeFileSync(draft, `${USER}:${password}`, { mode: 0o600 });
  renameSync(draft, file);
  const hash = createHmac('sha256', salt).update(password).digest('hex');
  return { credential: `${USER}:${salt}$${hash}`, remove: () => rmSync(file, { force: true }) };
}
