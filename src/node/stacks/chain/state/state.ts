import type { ForkPoint } from '../../../../chains/stacks/origin/fork-point.js';
import type { CoverageCollector } from '../../coverage.js';
import { Pool } from '../../mempool/pool.js';
import type { Vm, VmResult } from '../../vm/types.js';
import { type Ancestors, baseOf } from '../block/ancestors.js';
import { BLOCK_INTERVAL, type BlockContents, makeBlock, type StacksBlock } from '../block/block.js';
import type { Epoch } from '../epoch.js';
import { type Network, networkOf } from '../network.js';
import { type PoxLengths, type PoxRules, poxRules } from '../pox/pox.js';
import { coinbase, tenureChange } from '../production/system-transactions.js';
import { AccountCache } from './account-cache.js';
import { Checkpoints } from './checkpoints.js';
import type { Chunks } from './chunks.js';
import { KnownContracts } from './contracts.js';
import { Ledger } from './ledger.js';
import { Path } from './path.js';
import type { Sortition } from './sortition.js';

/** Everything that the node knows about both chains and pending transactions. */
export type ChainState = {
  readonly epoch: Epoch;
  readonly network: Network;
  readonly pox: PoxLengths;
  readonly poxRules: PoxRules;
  /** The block of another network that the chain continues. @default the chain begins with its own genesis */
  readonly fork?: ForkPoint | undefined;
  /** Another one after a jump that no checkpoint helps with. */
  vm: Vm;
  /** Starts a VM in the state of the first block. */
  readonly bootVm: () => Promise<Vm>;
  /** The last of the empty blocks below the first one that the VM executed; it leads back to genesis, or to the block that a fork continues. */
  readonly ancestor: StacksBlock | undefined;
  readonly ledger: Ledger;
  readonly sortitions: Path<Sortition>;
  readonly pool: Pool;
  readonly checkpoints: Checkpoints;
  /** Transactions that the VM could not take; they are tried again in the next tenure. */
  readonly deferred: Set<string>;
  readonly accounts: AccountCache;
  readonly contracts: KnownContracts;
  readonly chunks: Chunks;
  /** Whether blocks contain pending transactions while Bitcoin is at a height. */
  hasTransactions: (burnHeight: number) => boolean;
  /** Records which code is executed. @default no code is recorded */
  readonly coverage?: CoverageCollector | undefined;
};

/** The result of a coinbase or tenure change. */
export const SYSTEM_RESULT: VmResult = {
  status: 'success',
  rawResult: '0703',
  repr: '(ok true)',
  events: [],
  vmError: null,
  cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
};

/**
 * The state at boot: one Stacks block, the first of the tenure of the last Bitcoin block, at the height that the VM has. The blocks below it are empty.
 */
export function createState(
  vm: Vm,
  {
    sortitions,
    fork,
    ancestors,
    ...given
  }: Pick<ChainState, 'bootVm' | 'sortitions' | 'epoch' | 'pox' | 'fork' | 'coverage'> & { ancestors: Ancestors },
): ChainState {
  const tip = sortitions.tip;
  const { stacks: height, tenure: tenureHeight } = vm.heights;
  const network = networkOf(fork?.networkId);
  const ancestor = ancestors({ height, tenureHeight });
  const parentHash = ancestor?.indexHash ?? baseOf(fork).indexHash;
  const block = makeBlock({
    height,
    parent: undefined,
    parentHash,
    sortition: tip,
    tenureHeight,
    time: tip.burn.time + BLOCK_INTERVAL,
    ...beginTenure({ network, sortition: tip, parent: undefined, parentHash, nonce: 0n }),
    beginsTenure: true,
    fees: 0n,
    matured: [],
    chosen: undefined,
    signedBy: undefined,
  });
  return {
    ...given,
    fork,
    network,
    poxRules: poxRules(given.epoch, given.pox, fork),
    vm,
    ancestor,
    ledger: new Ledger(block),
    sortitions,
    pool: new Pool(),
    checkpoints: new Checkpoints(),
    deferred: new Set(),
    accounts: new AccountCache(),
    contracts: new KnownContracts(),
    chunks: new Map(),
    hasTransactions: () => true,
  };
}

/** Copies the state for another node, with a VM in that state. Blocks and pending transactions never change, so both nodes share them. */
export function forkState(state: ChainState, vm: Vm): ChainState {
  const ledger = state.ledger.copy();
  ledger.switchTo(state.ledger.tip);
  const sortitions = new Path(state.sortitions.first);
  sortitions.switchTo(state.sortitions.tip);
  const pool = new Pool();
  pool.restore(state.pool.snapshot());
  return {
    epoch: state.epoch,
    network: state.network,
    pox: state.pox,
    poxRules: state.poxRules,
    fork: state.fork,
    vm,
    bootVm: state.bootVm,
    ancestor: state.ancestor,
    ledger,
    sortitions,
    pool,
    checkpoints: new Checkpoints(),
    deferred: new Set(state.deferred),
    accounts: new AccountCache(),
    contracts: new KnownContracts(),
    chunks: new Map(state.chunks),
    hasTransactions: () => true,
    coverage: state.coverage,
  };
}

/** The transactions that open a tenure, and the miner's nonces. */
export function beginTenure({
  network,
  sortition,
  parent,
  parentHash = '00'.repeat(32),
  nonce,
}: {
  network: Network;
  sortition: Sortition;
  parent: StacksBlock | undefined;
  /** The index block hash of the last block below the first one. */
  parentHash?: string | undefined;
  nonce: bigint;
}): Pick<BlockContents, 'transactions' | 'nonces'> {
  const change = tenureChange({
    network,
    nonce,
    consensusHash: sortition.consensusHash,
    previousConsensusHash: parent?.sortition.consensusHash ?? sortition.parent?.consensusHash ?? '00'.repeat(20),
    previousEnd: parent?.indexHash ?? parentHash,
    previousBlocks: parent === undefined ? 1 : blocksInTenure(parent),
  });
  const reward = coinbase({ network, nonce: nonce + 1n, consensusHash: sortition.consensusHash });
  return {
    transactions: [change, reward].map((transaction) => ({ ...transaction, result: SYSTEM_RESULT })),
    nonces: [{ principal: network.minerAddress, before: nonce, after: nonce + 2n }],
  };
}

/** How many blocks the tenure has up to this one. */
function blocksInTenure(block: StacksBlock): number {
  let count = 1;
  for (let at = block; !at.beginsTenure && at.parent !== undefined; at = at.parent) count++;
  return count;
}
