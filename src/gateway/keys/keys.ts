import { createHash, randomBytes } from 'node:crypto';
import { DevnetError } from '../../error.js';
import type { KeyEntry, KeyStore } from './key-store.js';

/** Bytes of chance in a key: so many that a plain hash cannot be searched. */
const SECRET_BYTES = 24;

/**
 * Makes a key and keeps its hash.
 * @returns the key, which cannot be shown again
 * @throws DevnetError INVALID_INPUT, BUSY, NOT_REACHABLE
 */
export async function createKey(keys: KeyStore, name: string): Promise<{ entry: KeyEntry; key: string }> {
  const id = randomBytes(4).toString('hex');
  const key = `devnet_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const entry: KeyEntry = { id, name, hash: hashKey(key).toString('hex'), createdAt: new Date().toISOString() };
  await keys.put(entry);
  return { entry, key };
}

/**
 * Makes a key useless, at once for gateways that run.
 * @throws DevnetError NOT_FOUND, INVALID_INPUT, BUSY, NOT_REACHABLE
 */
export async function revokeKey(keys: KeyStore, id: string): Promise<KeyEntry> {
  const entry = (await keys.list()).find((known) => known.id === id);
  if (entry === undefined) throw new DevnetError('NOT_FOUND', `there is no key ${id}`, { field: 'id', received: id });
  const revoked = { ...entry, revokedAt: entry.revokedAt ?? new Date().toISOString() };
  await keys.put(revoked);
  return revoked;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
