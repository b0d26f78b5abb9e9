import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { parseExactJson } from '../../../../base/json.js';
import type { Program, ProgramInfo } from '../launcher.js';

export type Version = Pick<ProgramInfo, 'version' | 'flavour'>;

/** Caches the versions of programs in images. Entries never expire: the id of an image is a digest of its content. */
export type VersionCache = {
  find(program: Program, imageId: string): Promise<Version | undefined>;
  /** Ignores failures: they cost the next start only a second. */
  keep(program: Program, imageId: string, version: Version): Promise<void>;
};

/** @param dir the cache directory of this package; the cache is a folder in it */
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
        makeFolder(folder);
        await writeFile(partial, JSON.stringify(version));
        await rename(partial, target);
      } catch {
        // The next start reads the version again.
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
