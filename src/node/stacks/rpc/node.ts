import type { Transaction } from '../../../chains/stacks/codec/transaction/transaction.js';
import type { Epoch } from '../chain/epoch.js';
import type { Past } from '../chain/production/past.js';
import type { ChainState } from '../chain/state/state.js';
import type { Admission } from '../mempool/admit.js';
import type { VmCost } from '../vm/types.js';

/** The parts of the node that its RPC needs. */
export type RpcNode = {
  readonly state: ChainState;
  readonly past: Past;
  readonly epoch: Epoch;
  readonly authToken: string | undefined;
  /** What a read-only call may cost; undefined for a node's defaults. */
  readonly readOnly: VmCost | undefined;
  /** A hash of the genesis balances: 64 hex digits. */
  readonly genesisHash: string;
  /** The deployer of the contracts `sbtc-token` and `sbtc-registry`. */
  readonly sbtcDeployer: string;
  /** Waits until the VM answers again after a crash of its thread. */
  recover(): Promise<void>;
  submit(transaction: Transaction): Promise<Admission>;
};
