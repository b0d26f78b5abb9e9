import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryName } from './temporary-folder.js';

/** A file without a name, for what is too much for the memory. It ends with the process. */
export type PageFile = {
  /** @throws Error of the file system, such as ENOSPC */
  write(bytes: Uint8Array, place: number): Promise<void>;
  /** @throws Error of the file system */
  read(length: number, place: number): Buffer;
  /** Leaves the file to the system, which removes it. */
  close(): void;
};

/** Opens a file in the folder for temporary files; undefined where there is no such folder, or it cannot be written. */
export function openPageFile(): PageFile | undefined {
  const file = path.join(tmpdir(), temporaryName(randomUUID()));
  try {
    const descriptor = openSync(file, 'wx+', 0o600);
    // A process that is killed leaves no file.
    unlinkSync(file);
    return new FileOfPages(descriptor);
  } catch {
    return undefined;
  }
}

class FileOfPages implements PageFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(bytes: Uint8Array, place: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const continued = (start: number): void =>
        write(this.#descriptor, bytes, start, bytes.length - start, place + start, (error, written) => {
          if (error !== null) reject(error);
          else if (start + written < bytes.length) continued(start + written);
          else resolve();
        });
      continued(0);
    });
  }

  read(length: number, place: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const more = readSync(this.#descriptor, bytes, read, length - read, place + read);
      if (more === 0) throw new RangeError(`the file ends before ${place + length}`);
      read += more;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
