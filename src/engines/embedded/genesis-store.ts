import type { EngineOptions } from '../../stacks/engine.js';
import type { GenesisStore } from '../../stacks/node.js';
import { keptFiles } from './kept-files.js';

/** Returns the files of what Stacks chains begin with. One that cannot be written is made anew. */
export function genesisStore({ cache, signal }: Pick<EngineOptions, 'cache' | 'signal'>): GenesisStore | undefined {
  if (!cache.enabled) return undefined;
  const { read, write } = keptFiles(cache, 'stacks-genesis');
  return {
    read,
    write(name, content) {
      // A start that was aborted writes nothing.
      if (signal?.aborted !== true) write(name, content);
    },
  };
}
