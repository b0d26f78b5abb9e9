import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { writeWhole } from '#platform/write-whole.js';
import { rpcauthHash } from '../bitcoin/client.js';

/** The user that bitcoind's cookie names. */
const USER = '__cookie__';

/** A user and a new password for the RPC in a file, as bitcoind has them. */
export type Cookie = {
  /** What `rpcauth` takes. */
  credential: string;
  /**
   * Writes `__cookie__:<hex>` to the file, readable only by the user of this process. A client finds the whole file or none.
   * @throws the system's error if the file cannot be written
   */
  write(): Promise<void>;
  /** Removes the file. */
  remove(): void;
};

export function createCookie(file: string): Cookie {
  const [password, salt] = [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')];
  const hash = rpcauthHash(salt, password).toString('hex');
  return {
    credential: `${USER}:${salt}$${hash}`,
    write: () => writeWhole(file, `${USER}:${password}`),
    remove: () => rmSync(file, { force: true }),
  };
}
