import type { Curve } from '../../../chains/stacks/codec/transaction/recover.js';
import type { Transaction } from '../../../chains/stacks/codec/transaction/transaction.js';
import type { Epoch } from '../chain/epoch.js';
import type { Past } from '../chain/production/past.js';
import type { ChainState } from '../chain/state/state.js';
import type { Admission } from '../mempool/admit.js';

/** What the RPC serves from. */
export type RpcNode = {
  readonly state: ChainState;
  readonly past: Past;
  readonly epoch: Epoch;
  readonly curve: Curve;
  readonly authToken: string | undefined;
  /** 64 hex digits that stand for the balances at genesis. */
  readonly genesisHash: string;
  /** Waits until the VM answers again after its thread died. */
  recover(): Promise<void>;
  submit(transaction: Transaction): Promise<Admission>;
};
