import { createHash } from 'node:crypto';
import path from 'node:path';
import { readText, replaceFile } from './store.js';

/** What names the block from which a fork continues. */
export type Point = { readonly block: { readonly height: number; readonly id: string } };

/** The blocks of one origin from which forks continued, in the cache. */
export type KnownPoints<T extends Point> = {
  /** @param height undefined for the last one that was used */
  read(height: number | undefined): T | undefined;
  /** @throws what the file system throws */
  write(point: T): void;
  /** The folder of the answers at a block. */
  folder(point: T): string;
};

/** Raised when the files of a fork get another form. */
const FORMAT = 3;

export function knownPoints<T extends Point>(url: string, cacheDir: string): KnownPoints<T> {
  const name = createHash('sha256').update(`${FORMAT} ${url}`).digest('hex').slice(0, 32);
  const folder = path.join(cacheDir, 'forks', name);
  const fileOf = (name: string): string => path.join(folder, `${name}.json`);
  return {
    read(height) {
      const text = readText(fileOf(height === undefined ? 'last' : String(height)));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    write(point) {
      const text = JSON.stringify(point);
      for (const name of [String(point.block.height), 'last']) replaceFile(fileOf(name), text);
    },
    folder: ({ block }) => path.join(folder, block.id),
  };
}

/** A block never changes, so that a known height needs no network; the tip does. */
export function knownPoint<T extends Point>(
  points: KnownPoints<T> | undefined,
  height: number | undefined,
  offline: boolean,
): T | undefined {
  return height === undefined && !offline ? undefined : points?.read(height);
}

/** Stores the block of a fork, or warns that it cannot. */
export function rememberPoint<T extends Point>(
  points: KnownPoints<T> | undefined,
  point: T,
  onWarning: ((message: string) => void) | undefined,
): void {
  try {
    points?.write(point);
  } catch (error) {
    onWarning?.(`Cannot keep the block of the fork: ${String(error)}`);
  }
}
