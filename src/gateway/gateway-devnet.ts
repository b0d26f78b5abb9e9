import type { Devnet, LocalDevnet } from '../network/types.js';

/** What the gateway uses of a network of this process: the public API, and members that only a `LocalDevnet` has. */
export type GatewayDevnet = Pick<
  LocalDevnet,
  | 'urls'
  | 'bitcoinUrl'
  | 'accounts'
  | 'project'
  | 'faucet'
  | 'sbtc'
  | 'mine'
  | 'miningModes'
  | 'setMining'
  | 'snapshot'
  | 'restore'
  | 'simulate'
  | 'replay'
  | 'snapshots'
  | 'deleteSnapshot'
  | 'dumpState'
  | 'loadState'
  | 'status'
  | 'balances'
  | 'faucetBalances'
  | 'chainOf'
  | 'receipt'
  | 'blockOf'
  | 'reportRejection'
  | 'credentials'
  | 'askStacks'
  | 'guard'
  | 'costs'
  | 'writeCoverage'
  | 'copies'
  | 'impersonate'
  | 'stopImpersonating'
  | 'state'
  | 'chaos'
  | 'rpcFaults'
  | 'subscribe'
  | 'perform'
  | 'bridge'
  | 'bitcoinIndex'
  | 'history'
> & {
  readonly bitcoin: Pick<Devnet['bitcoin'], 'waitForTx'>;
  readonly stacks: Pick<Devnet['stacks'], 'waitForTx' | 'waitForAnchor' | 'trace' | 'profile'>;
};
