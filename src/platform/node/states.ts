import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type FileLock, lockFile } from './file-lock.js';
import { makeFolder } from './make-folder.js';

export { readFile as readState } from 'node:fs/promises';
export { writeWhole as writeState } from './write-whole.js';

/** A process has time for its state when it ends. */
export const ENDS_SUDDENLY: boolean = false;

/** A file with a state, which no other process uses meanwhile. */
export type StateStore = {
  /** Returns the bytes; undefined if there are none yet. */
  read(): Promise<Uint8Array | undefined>;
  /** Keeps only the first bytes. */
  cut(length: number): Promise<void>;
  /**
   * Adds bytes at the end. They outlive this process at once, and a power failure soon after. After an error the file is as it was before.
   * @throws what prevented it, or an earlier transfer to the disk
   */
  append(bytes: Uint8Array): Promise<void>;
  /** Prepares other bytes in place of all. `put` puts them and what follows them in place, all or nothing. */
  prepare(bytes: Uint8Array): Promise<{ put(rest: Uint8Array): Promise<void>; discard(): Promise<void> }>;
  /** Lets others use the file. */
  close(): Promise<void>;
};

/**
 * Opens a file for a state. It may be missing, and its folder, too.
 * @throws DevnetError BUSY if another process uses it; Error of the file system
 */
export async function openState(file: string): Promise<StateStore> {
  makeFolder(path.dirname(file));
  const lock = await lockFile(file, 'network');
  return new StateOfFile(file, lock);
}

class StateOfFile implements StateStore {
  readonly #file: string;
  readonly #lock: FileLock;
  #handle: FileHandle | undefined;
  /** The bytes of the file that are right. */
  #length = 0;
  /** The transfer to the disk in progress. */
  #sync: Promise<void> | undefined;
  #isDirty = false;
  #failure: { error: unknown } | undefined;
  #closed: Promise<void> | undefined;

  constructor(file: string, lock: FileLock) {
    this.#file = file;
    this.#lock = lock;
  }

  async read(): Promise<Uint8Array | undefined> {
    // One that a process left that was killed while it wrote.
    await rm(this.#prepared, { force: true });
    try {
      const bytes = await readFile(this.#file);
      this.#length = bytes.length;
      return bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async cut(length: number): Promise<void> {
    const handle = await this.#open();
    await handle.truncate(length);
    this.#length = length;
  }

  async append(bytes: Uint8Array): Promise<void> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
    const handle = await this.#open();
    try {
      await writeAll(handle, bytes, this.#length);
    } catch (error) {
      await handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
    this.#length += bytes.length;
    this.#isDirty = true;
    this.#sync ??= this.#transfer(handle);
  }

  async prepare(bytes: Uint8Array): Promise<{ put(rest: Uint8Array): Promise<void>; discard(): Promise<void> }> {
    const handle = await open(this.#prepared, 'w', 0o600);
    const discard = async (): Promise<void> => {
      await handle.close().catch(() => undefined);
      await rm(this.#prepared, { force: true });
    };
    const write = async (at: number, piece: Uint8Array, then?: () => Promise<void>): Promise<void> => {
      try {
        await writeAll(handle, piece, at);
        await handle.sync();
        await then?.();
      } catch (error) {
        await discard();
        throw error;
      }
    };
    await write(0, bytes);
    return {
      discard,
      put: async (rest) => {
        await write(bytes.length, rest, async () => {
          // Windows replaces no file that is open.
          await handle.close();
          await this.#release();
          await rename(this.#prepared, this.#file);
        });
        this.#length = bytes.length + rest.length;
        await syncFolder(path.dirname(this.#file));
      },
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#release().finally(() => this.#lock.release());
    return this.#closed;
  }

  get #prepared(): string {
    return `${this.#file}.new`;
  }

  async #open(): Promise<FileHandle> {
    this.#handle ??= await open(this.#file, 'r+');
    return this.#handle;
  }

  async #release(): Promise<void> {
    await this.#sync;
    const handle = this.#handle;
    this.#handle = undefined;
    this.#failure = undefined;
    await handle?.close();
  }

  async #transfer(handle: FileHandle): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      await handle.datasync().catch((error: unknown) => {
        this.#failure = { error };
      });
    }
    this.#sync = undefined;
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** Lets a new name of a file outlive the machine, where folders can be synchronised. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
