import { DevnetError } from '../../base/error.js';
import type { StateStore } from '../node/states.js';

/** States of networks by the name of their file: those of all pages of the origin. What follows one has the keys `[name, number]`. */
const DATABASE = 'stacks-devnet';
const STORE = 'states';

/** How long another page may take to end that the same user leaves, in ms. */
const WAIT_MS = 3_000;

/** @throws Error ENOENT, as a file that does not exist */
export async function readState(file: string): Promise<Uint8Array> {
  const bytes = Buffer.concat(await piecesOf(file));
  if (bytes.length === 0) throw Object.assign(new Error(`IndexedDB has no state ${file}`), { code: 'ENOENT' });
  return bytes;
}

export async function writeState(file: string, bytes: Uint8Array): Promise<void> {
  await change((store) => {
    store.delete(rangeOf(file));
    store.put(bytes, file);
  });
}

/** A page can end at any moment, and has no time for work then. */
export const ENDS_SUDDENLY: boolean = true;

/** @throws DevnetError BUSY if another page uses the state */
export async function openState(file: string): Promise<StateStore> {
  const release = await lockState(file);
  let count = 0;
  const read = async (): Promise<Uint8Array | undefined> => {
    const pieces = await piecesOf(file);
    count = Math.max(0, pieces.length - 1);
    return pieces.length === 0 ? undefined : Buffer.concat(pieces);
  };
  const replace = async (bytes: Uint8Array): Promise<void> => {
    await writeState(file, bytes);
    count = 0;
  };
  return {
    read,
    cut: async (length) => replace(((await read()) ?? new Uint8Array()).subarray(0, length)),
    async append(bytes) {
      await change((store) => void store.put(bytes, [file, count]));
      count++;
    },
    prepare: async (bytes) => ({ put: (rest) => replace(Buffer.concat([bytes, rest])), discard: async () => undefined }),
    close: async () => release(),
  };
}

/** Lets no other page use a state until the returned function is called, or this page ends. */
async function lockState(file: string): Promise<() => void> {
  const { locks } = (globalThis as unknown as { navigator: { locks?: LockManager } }).navigator;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Only pages that come over a secure connection, or from this machine, have locks.
  if (locks === undefined) return release;
  await new Promise<void>((resolve, reject) => {
    const options = { signal: AbortSignal.timeout(WAIT_MS) };
    locks
      .request(`${DATABASE} ${file}`, options, () => {
        resolve();
        return held;
      })
      .catch(() => reject(new DevnetError('BUSY', `The state ${file} is in use by another page. Close it, or use another name.`)));
  });
  return release;
}

/** Returns the bytes of a state, and those that follow it, in order; nothing without a state. */
async function piecesOf(file: string): Promise<Uint8Array[]> {
  return inDatabase('readonly', async (store) => {
    const [state, pieces] = await Promise.all([resultOf(store.get(file)), resultOf(store.getAll(rangeOf(file)))]);
    return state === undefined ? [] : [state, ...pieces];
  });
}

/** Changes the store, all or nothing. */
async function change(write: (store: ObjectStore) => void): Promise<void> {
  await inDatabase('readwrite', (store, done) => {
    write(store);
    return done;
  });
}

async function inDatabase<T>(mode: 'readonly' | 'readwrite', use: (store: ObjectStore, done: Promise<void>) => Promise<T>): Promise<T> {
  const opening = indexedDb().open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    done.catch(() => undefined);
    return await use(transaction.objectStore(STORE), done);
  } finally {
    database.close();
  }
}

/** The keys of what follows a state. */
function rangeOf(file: string): KeyRange {
  const { IDBKeyRange } = globalThis as unknown as { IDBKeyRange: { bound(low: Key, high: Key): KeyRange } };
  return IDBKeyRange.bound([file, 0], [file, Number.MAX_SAFE_INTEGER]);
}

function resultOf<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What is used of a page: the sources are compiled without its types. */
type Request<T> = { result: T; error: unknown; onsuccess?: () => void; onerror?: () => void };
type Key = string | readonly (string | number)[];
type KeyRange = { readonly upper: unknown };
type ObjectStore = {
  get(key: Key): Request<Uint8Array | undefined>;
  getAll(range: KeyRange): Request<Uint8Array[]>;
  put(value: Uint8Array, key: Key): Request<unknown>;
  delete(range: KeyRange): Request<unknown>;
};
type Transaction = { error: unknown; oncomplete?: () => void; onabort?: () => void; objectStore(name: string): ObjectStore };
type Database = {
  createObjectStore(name: string): void;
  transaction(name: string, mode: string): Transaction;
  close(): void;
};
type Factory = { open(name: string, version: number): Request<Database> & { onupgradeneeded?: () => void } };
type LockManager = { request(name: string, options: { signal: AbortSignal }, task: () => Promise<void>): Promise<void> };

function indexedDb(): Factory {
  return (globalThis as unknown as { indexedDB: Factory }).indexedDB;
}
