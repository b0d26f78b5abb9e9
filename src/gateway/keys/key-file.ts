import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DevnetError } from '../../error.js';
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
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(file, error.message);
  });
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
    if (Array.isArray(keys) && keys.every(isEntry)) return keys;
  } catch {
    // reported below
  }
  throw unreadable(file, 'something else');
}

/** How long to wait for another program that changes the file, in ms. */
const LOCK_MS = 5_000;
const LOCK_STEP_MS = 20;

/**
 * Changes the keys of a file; the file that is written first is the lock.
 * @throws DevnetError INVALID_INPUT, BUSY when another program does not finish, and what `change` throws
 */
async function changeKeys(file: string, change: (keys: readonly KeyEntry[]) => readonly KeyEntry[]): Promise<void> {
  const next = `${file}.new`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await lock(next);
  try {
    const keys = change(await readKeys(file));
    await handle.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`);
    await handle.close();
    await rename(next, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(next, { force: true });
    throw error;
  }
}

async function lock(path: string): ReturnType<typeof open> {
  for (let waited = 0; ; waited += LOCK_STEP_MS) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (waited >= LOCK_MS) {
        throw new DevnetError('BUSY', 'another program is changing the API keys', { hint: `If none is, remove ${path}.`, cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_STEP_MS));
    }
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
    hint: 'Move it away, and make new keys with: stacks-devnet keys create',
  });
}
