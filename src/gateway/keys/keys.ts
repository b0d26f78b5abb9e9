import { createHash, randomBytes } from 'node:crypto';
import { DevnetError } from '../../error.js';
import { changeKeys, type KeyEntry } from './key-file.js';

/** Bytes of chance in a key: so many that a plain hash cannot be searched. */
const SECRET_BYTES = 24;

/**
 * Makes a key and keeps its hash.
 * @returns the key, which cannot be shown again
 * @throws DevnetError INVALID_INPUT, BUSY
 */
export async function createKey(file: string, name: string): Promise<{ entry: KeyEntry; key: string }> {
  const id = randomBytes(4).toString('hex');
  const key = `devnet_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const entry: KeyEntry = { id, name, hash: hashKey(key).toString('hex'), createdAt: new Date().toISOString() };
  await changeKeys(file, (keys) => [...keys, entry]);
  return { entry, key };
}

/**
 * Makes a key useless, at once for gateways that run.
 * @throws DevnetError NOT_FOUND, INVALID_INPUT, BUSY
 */
export async function revokeKey(file: string, id: string): Promise<KeyEntry> {
  let revoked: KeyEntry | undefined;
  await changeKeys(file, (keys) =>
    keys.map((entry) => {
      if (entry.id !== id) return entry;
      revoked = { ...entry, revokedAt: entry.revokedAt ?? new Date().toISOString() };
      return revoked;
    }),
  );
  if (revoked === undefined) throw new DevnetError('NOT_FOUND', `there is no key ${id}`, { field: 'id', received: id });
  return revoked;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
