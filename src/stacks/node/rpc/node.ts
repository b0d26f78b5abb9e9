import type { ExecutionCost } from '../../../clarity/failure.js';
import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { ChainState } from '../chain/state/state.js';
import type { Admission } from '../mempool/admit.js';

/** The parts of the node that its RPC needs. */
export type RpcNode = {
  readonly state: ChainState;
  readonly authToken: string | undefined;
  /** What a read-only call may cost; undefined for a node's defaults. */
  readonly readOnly: ExecutionCost | undefined;
  /** A hash of the genesis balances: 64 hex digits. */
  readonly genesisHash: string;
  submit(transaction: Transaction): Promise<Admission>;
};
