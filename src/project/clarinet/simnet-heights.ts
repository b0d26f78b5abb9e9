import { compareEpochs } from './epochs.js';
import type { Project } from './types.js';

/** The heights of both chains. */
export type StartHeights = { readonly bitcoin: number; readonly stacks: number };

/**
 * Returns the heights of the simnet of clarinet-sdk 3.21 after it deployed a project: a block for the contracts of each epoch, and from 3.0
 * on a Bitcoin block where an epoch begins. Without contracts, block 1.
 */
export function simnetHeights(project: Pick<Project, 'requirements' | 'contracts'> | undefined): StartHeights {
  const deployed = [...(project?.requirements ?? []), ...(project?.contracts ?? [])].map(({ epoch }) => epoch);
  let bitcoin = 0;
  let stacks = 0;
  let isNakamoto = false;
  for (const epoch of [...new Set(deployed)].toSorted(compareEpochs)) {
    stacks += 1;
    if (!isNakamoto) bitcoin += 1;
    isNakamoto = compareEpochs(epoch, '3.0') >= 0;
    if (!isNakamoto) continue;
    stacks += 1;
    bitcoin += 1;
  }
  return { bitcoin: Math.max(bitcoin, 1), stacks: Math.max(stacks, 1) };
}
