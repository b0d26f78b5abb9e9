import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ForkPoint } from '../../../chains/stacks/fork-source/fork-point.js';
import { readText, replaceFile } from './store.js';

/** The blocks of one origin from which forks continued, in the cache. */
export type KnownPoints = {
  /** @param height undefined for the last one that was used */
  read(height: number | undefined): ForkPoint | undefined;
  /** @throws what the file system throws */
  write(point: ForkPoint): void;
  /** The folder of the answers at a block. */
  folder(point: ForkPoint): string;
};

/** Raised when the files of a fork get another form. */
const FORMAT = 3;

export function knownPoints(url: string, cacheDir: string): KnownPoints {
  const name = createHash('sha256').update(`${FORMAT} ${url}`).digest('hex').slice(0, 32);
  const folder = path.join(cacheDir, 'forks', name);
  const fileOf = (name: string): string => path.join(folder, `${name}.json`);
  return {
    read(height) {
      const text = readText(fileOf(height === undefined ? 'last' : String(height)));
      return text === undefined ? undefined : (JSON.parse(text) as ForkPoint);
    },
    write(point) {
      const text = JSON.stringify(point);
      for (const name of [String(point.block.height), 'last']) replaceFile(fileOf(name), text);
    },
    folder: ({ block }) => path.join(folder, block.id),
  };
}
