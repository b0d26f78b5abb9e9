import path from 'node:path';
import type { GenesisStore } from '../../node/stacks/types.js';
import { packagedCache } from '../../package-root.js';
import { keepFile, readKept } from '../../system/kept-file.js';
import type { EngineOptions } from '../engine.js';

const FOLDER = 'stacks-genesis';
/** Files of 150 KB and more, by the contracts of a project. More than a user switches between. */
const KEPT = 8;

/** Returns the files of the states that Stacks chains begin with, in the cache or else in the package. One that cannot be written is made anew. */
export function genesisStore({ cache: { dir, enabled }, signal }: Pick<EngineOptions, 'cache' | 'signal'>): GenesisStore | undefined {
  if (!enabled) return undefined;
  return {
    read: (name) => readKept(path.join(dir, FOLDER, name)) ?? readKept(path.join(packagedCache, FOLDER, name)),
    write(name, state) {
      // An aborted start leaves nothing.
      if (signal?.aborted !== true) keepFile(path.join(dir, FOLDER, name), state, KEPT);
    },
  };
}
