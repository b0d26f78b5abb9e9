import type { BootContract, BootedState } from '../../../../clarity/boot.js';
import type { ForkPoint } from '../../../protocol/fork-source/fork-point.js';
import type { ClarityVm } from '../../clarity/clarity-vm.js';
import type { ForkSourceChain } from '../../clarity/fork-source/chain.js';
import { Pool } from '../../mempool/pool.js';
import type { StacksBlock } from '../block/block.js';
import type { ChainEpoch } from '../epoch.js';
import type { Network } from '../network.js';
import type { PoxLengths, PoxRules } from '../pox/pox.js';
import type { Chunks } from './chunks.js';
import type { Ledger } from './ledger.js';
import type { Path } from './path.js';
import type { Sortition } from './sortition.js';

/** Everything that the node knows about both chains and pending transactions. */
export type ChainState = {
  /** Those that the chain is in, ascending. The first one holds from the beginning. */
  readonly epochs: readonly ChainEpoch[];
  /** Those that the later epochs bring. */
  readonly laterContracts: readonly BootContract[];
  readonly network: Network;
  readonly pox: PoxLengths;
  readonly poxRules: PoxRules;
  /** The block of another network that the chain continues. @default the chain begins with its own genesis */
  readonly fork?: ForkPoint | undefined;
  /** The deployer of the contracts `sbtc-token` and `sbtc-registry`. */
  readonly sbtcDeployer: string;
  readonly vm: ClarityVm;
  /** The blocks up to that of `fork`. */
  readonly forkSource?: ForkSourceChain | undefined;
  /** The boot contracts; undefined on a fork. */
  readonly boot: BootedState | undefined;
  /** The last of the blocks that were there when the node started. */
  readonly firstTip: StacksBlock;
  readonly ledger: Ledger;
  readonly sortitions: Path<Sortition>;
  readonly pool: Pool;
  /** Pending transactions that no block could have yet; they are tried again in the next tenure. */
  readonly deferred: Set<string>;
  readonly chunks: Chunks;
  /** Whether blocks contain pending transactions while Bitcoin is at a height. */
  hasTransactions: (burnHeight: number) => boolean;
};

type Fixed = Pick<
  ChainState,
  'epochs' | 'laterContracts' | 'network' | 'pox' | 'poxRules' | 'sbtcDeployer' | 'fork' | 'forkSource' | 'vm' | 'boot' | 'firstTip'
>;

/** Returns the state of a chain that has these blocks and no pending transactions. */
export function createState(fixed: Fixed, sortitions: Path<Sortition>, ledger: Ledger): ChainState {
  return {
    ...fixed,
    ledger,
    sortitions,
    pool: new Pool(),
    deferred: new Set(),
    chunks: new Map(),
    hasTransactions: () => true,
  };
}

/** Copies the state for another node. Blocks and pending transactions never change, so both nodes share them. */
export function copyState({ ledger, sortitions, pool, deferred, chunks, ...fixed }: ChainState): ChainState {
  const copy = createState({ ...fixed, vm: fixed.vm.copy() }, sortitions.copy(), ledger.copy());
  copy.pool.restore(pool.snapshot());
  for (const txid of deferred) copy.deferred.add(txid);
  for (const [key, chunk] of chunks) copy.chunks.set(key, chunk);
  return copy;
}
