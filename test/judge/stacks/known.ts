import type { Known } from '../types.js';
import type { Step } from './steps.js';
import { treesOf } from './tree.js';

const program = (source: string, version: number): Step => ({
  do: 'simulate',
  sent: [{ payload: { kind: 'program', version, trees: treesOf(source) } }],
});

export const KNOWN: readonly Known<Step>[] = [
  {
    name: 'the miner of the first block',
    reason: 'no one mined the genesis: a node cannot execute a transaction that asks for its miner, here the boot address represents it',
    covers: ({ about, path, judge }) =>
      about === 'simulated block' && path === 'status' && JSON.stringify(judge).includes('Failed to get block data.'),
    shownBy: [program('(print (is-some (get-tenure-info? miner-address u0)))', 3)],
  },
  {
    name: 'blocks from before Nakamoto, in a fork',
    reason: 'the origin serves them nowhere: docs/fork.md',
    covers: ({ path, judge }) =>
      path === 'status' && /does not serve block \d+"/.test(JSON.stringify(judge)) && JSON.stringify(judge).includes('NO_STATE'),
    shownBy: [{ do: 'twist', how: 'fork' }, program('(print (is-some (get-stacks-block-info? time u2)))', 3)],
    judges: ['self'],
  },
];
