import type { State } from '../../../../clarity/state.js';
import { sha512_256 } from '../../../protocol/codec/hash.js';
import type { ForkPoint } from '../../../protocol/fork-source/fork-point.js';
import { type ChainEpoch, epochAt } from '../epoch.js';
import type { Network } from '../network.js';
import { cycleOf, type PoxLengths } from '../pox/pox.js';
import type { ChosenSigners } from '../pox/reward-set.js';
import { firstTenure } from '../production/tenure.js';
import { Path } from '../state/path.js';
import type { Sortition } from '../state/sortition.js';
import { BLOCK_INTERVAL, makeBlock, restoreBlock, type StacksBlock } from './block.js';

/**
 * The hash of the genesis block and its consensus hash, both zeros (stacks-core:
 * `FIRST_STACKS_BLOCK_HASH`, `FIRST_BURNCHAIN_CONSENSUS_HASH`).
 */
export const GENESIS = {
  height: 0,
  tenureHeight: 0,
  blockHash: '00'.repeat(32),
  consensusHash: '00'.repeat(20),
  indexHash: sha512_256(Buffer.alloc(32), Buffer.alloc(20)).toString('hex'),
  parentHash: 'ff'.repeat(32),
} as const;

/** Where the chain begins: after genesis, or after the block that a fork continues. */
type Base = { readonly height: number; readonly tenureHeight: number; readonly indexHash: string };

function baseOf(fork: ForkPoint | undefined): Base {
  return fork === undefined ? GENESIS : { ...fork.block, indexHash: fork.block.id };
}

type Surroundings = {
  state: State;
  fork: ForkPoint | undefined;
  network: Network;
  epochs: readonly ChainEpoch[];
  pox: PoxLengths;
  /** The signers whom the tenure of a Bitcoin block chose. @default none */
  chosen?: { burnHeight: number; at(tenureHeight: number): ChosenSigners } | undefined;
  /** The records of the blocks, if they are known. @default they are made */
  records?: readonly Buffer[] | undefined;
};

/**
 * Makes a tenure of one block for each Bitcoin block so far, so that the chain is linked as that of every node. All have the state with
 * which the chain begins. The last one has a tenure's transactions, the others are empty.
 */
export function firstBlocks(sortitions: Path<Sortition>, surroundings: Surroundings): Path<StacksBlock> {
  const { state, fork, network, epochs, pox, chosen, records = [] } = surroundings;
  const base = baseOf(fork);
  const parentHash = base.indexHash;
  let path: Path<StacksBlock> | undefined;
  let signers: ChosenSigners | undefined;
  for (let at = sortitions.first.height + 1; at <= sortitions.tip.height; at++) {
    const count = at - sortitions.first.height;
    const sortition = sortitions.at(at) as Sortition;
    const parent = path?.tip;
    const tenureHeight = base.tenureHeight + count;
    const chosenNow = at === chosen?.burnHeight ? chosen.at(tenureHeight) : undefined;
    signers ??= chosenNow;
    const placed = {
      height: base.height + count,
      parent,
      sortition,
      tenureHeight,
      epoch: epochAt(epochs, at),
      time: sortition.burn.time + BLOCK_INTERVAL,
      matured: [],
      chosen: chosenNow,
      signedBy: signers?.cycle === cycleOf(pox, at) ? signers : undefined,
      state,
    };
    const record = records[count - 1];
    const opening = () => firstTenure({ network, sortition, parentHash: parent?.indexHash ?? parentHash });
    const block =
      record === undefined
        ? makeBlock({ ...placed, parentHash, transactions: sortition === sortitions.tip ? opening() : [], beginsTenure: true, fees: 0n })
        : restoreBlock(placed, { record, parentHash, tenureFees: 0n });
    if (path === undefined) path = new Path(block);
    else path.push(block);
  }
  if (path === undefined) throw new RangeError('there is no Bitcoin block after the first one');
  return path;
}
