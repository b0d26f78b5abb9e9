import type { BlockFaults } from '../block-faults.js';
import type { RpcFaults } from '../rpc-faults.js';

/** The nodes of a network. */
export const NODES = ['bitcoin', 'stacks'] as const;
export type NodeName = (typeof NODES)[number];

/** A change of Bitcoin's branch: the height of the last common block, and the hashes of both branches, oldest first. */
export type Reorganisation = { forkHeight: number; abandoned: string[]; hashes: string[] };

/** Transactions that a branch of Bitcoin does not contain. */
export type LeftOut = 'all' | ReadonlySet<string>;

/** What can go wrong in a network on purpose. */
export type EngineFaults = {
  /** How many signers sign Stacks blocks, all with the same weight. */
  readonly signers: number;
  /** Lets blocks lack commits or transactions, from now on. */
  setBlockFaults(blockFaults: BlockFaults): Promise<void>;
  /**
   * Abandons the last `blocks` Bitcoin blocks for a longer branch, without some transactions, which then are pending.
   * @param leftOut their txids, or all
   * @throws DevnetError INVALID_INPUT for one that is neither pending nor in these blocks; NOT_READY on real nodes if the branch would
   *   halt the Stacks chain
   */
  reorganise(blocks: number, leftOut: LeftOut): Promise<Reorganisation>;
  /** Suspends a signer, counted from 0. @returns a function that lets it continue */
  silenceSigner(index: number): Promise<() => Promise<void>>;
  /** Ends a node; no Bitcoin block is mined until it runs again. @returns a function that starts it again */
  stopNode(node: NodeName): Promise<() => Promise<void>>;
  /** Sets the faults of the RPC of a Stacks node in this process from now on. Absent for other nodes, whose RPC can have none. */
  setRpcFaults?(rpcFaults: RpcFaults | undefined): void;
};

/** The share of the weight of all signers that has to sign a Stacks block. */
const QUORUM = 0.7;

/** Whether the other signers sign Stacks blocks. */
export function isSigned(signers: number, silent: number): boolean {
  return (signers - silent) / signers >= QUORUM;
}
