import type { CloneOptions, Copies } from '../../data.js';
import type { Devnet } from '../../types.js';
import { checkCloneOptions, createCloner } from '../clone.js';
import { createCopies } from '../copies.js';
import type { CopyParts, DevnetParts } from './parts.js';

export type CloningParts = Pick<DevnetParts, 'clone'> & { state: CopyParts['state']; closed: AbortSignal };

/** The copies of a network. */
export type Cloning = {
  clone: Devnet['clone'];
  /** Those that other processes use. */
  copies: Copies;
  /** Resolves when no copy is being started. */
  ended(): Promise<void>;
};

export function createCloning({ clone, state, closed }: CloningParts): Cloning {
  let count = 0;
  const nextId = (): string => `c${++count}`;
  const cloner = createCloner(clone, closed);
  const cloneAs = async (id: string, options: CloneOptions): Promise<Devnet> => cloner.clone(checkCloneOptions(options), { id, state });
  return {
    clone: async (options = {}) => cloneAs(nextId(), options),
    copies: createCopies(nextId, (id, ports) => cloneAs(id, { gateway: true, ports })),
    ended: cloner.ended,
  };
}
