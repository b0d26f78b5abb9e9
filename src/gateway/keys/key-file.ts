import { dirname } from 'node:path';
import { withLock } from '#platform/file-lock.js';
import { makeFolder } from '#platform/make-folder.js';
import { ownCommand } from '#platform/own-command.js';
import { readIfExists } from '#platform/read-if-exists.js';
import { writeWhole } from '#platform/write-whole.js';
import { DevnetError, messageOf } from '../../base/error.js';
import type { KeyEntry, KeyStore } from './key-store.js';

/** The keys of a file. Writers take turns. */
export function fileKeys(file: string): KeyStore {
  return {
    list: () => readKeys(file),
    put: (entry) =>
      changeKeys(file, (keys) =>
        keys.some(({ id }) => id === entry.id) ? keys.map((known) => (known.id === entry.id ? entry : known)) : [...keys, entry],
      ),
  };
}

/** Reads the keys of a file; an absent file has none. @throws DevnetError INVALID_INPUT for a file in another format */
export async function readKeys(file: string): Promise<KeyEntry[]> {
  const bytes = await readIfExists(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error.message);
  });
  if (bytes === undefined) return [];
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
    if (Array.isArray(keys) && keys.every(isEntry)) return keys;
  } catch {
    // reported below
  }
  throw unreadable(file, 'something else');
}

/**
 * Changes the keys of a file.
 * @throws DevnetError INVALID_INPUT, MISSING if the file's folder cannot be created, BUSY when another program does not finish, and what
 * `change` throws
 */
async function changeKeys(file: string, change: (keys: readonly KeyEntry[]) => readonly KeyEntry[]): Promise<void> {
  prepareFolder(dirname(file));
  await withLock(`${file}.lock`, 'the API keys', async () => {
    const keys = change(await readKeys(file));
    await writeWhole(file, `${JSON.stringify({ keys }, null, 2)}\n`);
  });
}

function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (cause) {
    const hint = 'Set apiKeys.file (DEVNET_API_KEYS_FILE) to a file in a folder that this user can write.';
    throw new DevnetError('MISSING', `${folder}, the folder of the API keys, cannot be created: ${messageOf(cause)}. ${hint}`, {
      field: 'apiKeys.file',
      hint,
      cause,
    });
  }
}

function isEntry(value: unknown): value is KeyEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, hash, createdAt, revokedAt }: Partial<Record<keyof KeyEntry, unknown>> = value;
  const texts = [id, name, createdAt].every((text) => typeof text === 'string');
  return texts && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && (revokedAt === undefined || typeof revokedAt === 'string');
}

function unreadable(file: string, received: string): DevnetError {
  return new DevnetError('INVALID_INPUT', `apiKeys.file: expected a file of API keys, received ${received} in ${file}`, {
    field: 'apiKeys.file',
    expected: 'a file of API keys',
    received,
    hint: `Move it away, and make new keys with: ${ownCommand('keys create')}`,
  });
}
