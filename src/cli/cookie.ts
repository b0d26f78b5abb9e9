import { createHmac, randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../system/make-folder.js';

/** The user that bitcoind's cookie names. */
const USER = '__cookie__';

/** A user and a new password for the RPC in a file, as bitcoind has them. */
export type Cookie = {
  /** What `rpcauth` takes. */
  credential: string;
  /**
   * Writes `__cookie__:<hex>` to the file, readable only by the user of this process.
   * @throws the system's error if the file cannot be written
   */
  write(): void;
  /** Removes the file. */
  remove(): void;
};

export function createCookie(file: string): Cookie {
  const [password, salt] = [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')];
  const hash = createHmac('sha256', salt).update(password).digest('hex');
  return {
    credential: `${USER}:${salt}$${hash}`,
    write() {
      makeFolder(path.dirname(file));
      // A client that reads meanwhile finds the whole file or none.
      const draft = `${file}.tmp`;
      writeFileSync(draft, `${USER}:${password}`, { mode: 0o600 });
      renameSync(draft, file);
    },
    remove: () => rmSync(file, { force: true }),
  };
}
