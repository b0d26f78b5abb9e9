import type { ProfileCost, ProfileNode } from '../../../clarity/trace.js';

/** Returns what a node of a profile is called: `token.mint`, of a line `token:3`, of the code that a deploy runs `token`. */
export function profileLabel({ contract, function: fn, line }: Pick<ProfileNode, 'contract' | 'function' | 'line'>): string {
  const name = contract.slice(contract.indexOf('.') + 1);
  if (line !== undefined) return `${name}:${line}`;
  return fn === undefined ? name : `${name}.${fn}`;
}

/** What a cost counts, in words. */
export const COST_WORDS: Readonly<Record<keyof ProfileCost, string>> = {
  runtime: 'runtime',
  readCount: 'reads',
  readLength: 'bytes read',
  writeCount: 'writes',
  writeLength: 'bytes written',
};
