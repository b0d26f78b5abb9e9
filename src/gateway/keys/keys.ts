import { createHash, randomBytes } from 'node:crypto';
import { DevnetError, invalid } from '../../base/error.js';
import { hidden, showValue } from '../../base/show-value.js';
import type { KeyEntry, KeyStore } from './key-store.js';

/** The team of a pool's callers without a key. */
export const NO_TEAM = 'anyone';

/** How each key begins, before its id. */
const BEGINNING = 'devnet_';
const LONGEST_NAME = 100;

/** Bytes of chance in a key: so many that a plain hash cannot be searched. */
const SECRET_BYTES = 24;

/**
 * Makes a key and keeps its hash.
 * @param name may be empty, and that of other keys
 * @returns the key, which cannot be shown again
 * @throws DevnetError INVALID_INPUT, BUSY, NOT_REACHABLE
 */
export async function createKey(keys: KeyStore, name: string): Promise<{ entry: KeyEntry; key: string }> {
  checkName(name);
  const id = randomBytes(4).toString('hex');
  const key = `${BEGINNING}${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
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
  if (entry === undefined) throw unknownKey(id);
  const revoked = { ...entry, revokedAt: entry.revokedAt ?? new Date().toISOString() };
  await keys.put(revoked);
  return revoked;
}

/** Names are those of teams, and are printed. @throws DevnetError INVALID_INPUT */
function checkName(name: string): void {
  const expected = `a name of at most ${LONGEST_NAME} characters, without control characters and white space around it`;
  if (name.length > LONGEST_NAME || name !== name.trim() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name))
    throw invalid('name', expected, name);
  if (name === NO_TEAM) throw invalid('name', 'another name: this one is that of callers without a key', name);
  // A key without a name is called by its id.
  if (/^[0-9a-f]{8}$/.test(name)) throw invalid('name', 'a name that is not the id of a key', name);
}

function unknownKey(id: string): DevnetError {
  // If a caller passes the key itself, it must not be in the error, which may be logged.
  if (id.startsWith(BEGINNING))
    return invalid('id', 'the id of a key', hidden(id), 'Pass the 8 hex digits after "devnet_", which "keys list" shows, too.');
  return new DevnetError('NOT_FOUND', `there is no key ${showValue(id)}`, { field: 'id', received: showValue(id) });
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
