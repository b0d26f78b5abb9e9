import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseExactJson } from '../../json.js';
import type { Program, ProgramInfo } from '../launch/launcher.js';

export type Version = Pick<ProgramInfo, 'version' | 'flavour'>;

/** What programs in images have said of their versions. An image's id is a digest of its content, so that nothing here grows stale. */
export type VersionCache = {
  find(program: Program, imageId: string): Promise<Version | undefined>;
  /** Failing to keep it costs a second of the next start, and nothing else. */
  keep(program: Program, imageId: string, version: Version): Promise<void>;
};

/** @param dir of the whole program's cache; a file for each image and program gets a folder in it */
export function createVersionCache(dir: string): VersionCache {
  const folder = join(dir, 'image-versions');
  const file = (program: Program, imageId: string): string => join(folder, `${imageId.replace(/[^\w-]/g, '-')}-${program}.json`);
  return {
    async find(program, imageId) {
      try {
        return readVersion(program, parseExactJson(await readFile(file(program, imageId), 'utf8')));
      } catch {
        return undefined;
      }
    },
    async keep(program, imageId, version) {
      const target = file(program, imageId);
      const partial = `${target}.${process.pid}.partial`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(partial, JSON.stringify(version));
        await rename(partial, target);
      } catch {
        // The next start asks again.
      }
    },
  };
}

function readVersion(program: Program, value: unknown): Version | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value) || typeof value.version !== 'string') return undefined;
  if (!/^\d[\w.]*$/.test(value.version)) return undefined;
  if (program !== 'bitcoind') return { version: value.version };
  const flavour = 'flavour' in value ? value.flavour : undefined;
  return flavour === 'Core' || flavour === 'Knots' ? { version: value.version, flavour } : undefined;
}
