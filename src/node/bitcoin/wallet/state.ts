import type { Descriptor } from '../../../chains/bitcoin/descriptor/descriptor.js';
import { ForkMap } from '../chain/fork-map.js';
import type { TxRecord } from '../chain/tx-record.js';

/** The types of address, by Core's names. */
export type AddressType = 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m';

/** A descriptor of a wallet. Immutable: a change makes a new object. */
export type WalletDescriptor = {
  /** Without checksum; with private keys if the wallet has them. */
  privateText: string;
  /** With hardened steps in the origin, so that its text has no need of private keys. */
  descriptor: Descriptor;
  active: boolean;
  internal: boolean | undefined;
  type: AddressType | undefined;
  /** The first and the last index of the range; 0 and 0 of a descriptor without range. */
  begin: number;
  end: number;
  next: number;
  /** Seconds since 1970. */
  timestamp: number;
  /** The last index whose scripts are known, or `begin` - 1. Of new keys nobody else knows later ones. */
  derived: number;
};

/** A script of a wallet: the key of its descriptor in {@link WalletState.descriptors}, and its index. */
export type OwnScript = { descriptor: string; index: number };

/** A transaction of a wallet. Its place in the chain or the mempool is known to the node. Immutable. */
export type WalletTx = {
  record: TxRecord;
  /** Seconds since 1970. */
  time: number;
  received: number;
  comment?: string | undefined;
  to?: string | undefined;
  replaces?: string | undefined;
  replacedBy?: string | undefined;
  abandoned?: boolean | undefined;
};

/** The state of a wallet. A fork of its maps is a snapshot. */
export type WalletState = {
  readonly name: string;
  readonly privateKeys: boolean;
  readonly blank: boolean;
  avoidReuse: boolean;
  /** Seconds since 1970. */
  birth: number;
  /** By public text. */
  descriptors: ForkMap<WalletDescriptor>;
  /** By hex. */
  scripts: ForkMap<OwnScript>;
  /** By txid, in order of arrival. */
  transactions: ForkMap<WalletTx>;
  /** The order of transactions. */
  order: ForkMap<string>;
  /** The transactions with an output of the wallet, by `outPointKey`. */
  owned: ForkMap<{ txid: string; index: number }>;
  /** The transactions of the wallet that spend an output, by `outPointKey`. */
  spenders: ForkMap<readonly string[]>;
  /** The address book: labels by address. */
  labels: ForkMap<{ label: string; purpose: 'receive' | 'send' }>;
  /** Locked outputs, by `outPointKey`. */
  locked: ForkMap<{ txid: string; vout: number }>;
};

export type WalletOptions = Pick<WalletState, 'name' | 'privateKeys' | 'blank' | 'avoidReuse' | 'birth'>;

export function emptyWallet(options: WalletOptions): WalletState {
  return {
    ...options,
    descriptors: new ForkMap(),
    scripts: new ForkMap(),
    transactions: new ForkMap(),
    order: new ForkMap(),
    owned: new ForkMap(),
    spenders: new ForkMap(),
    labels: new ForkMap(),
    locked: new ForkMap(),
  };
}

export function forkWallet(state: WalletState): WalletState {
  return {
    ...state,
    descriptors: state.descriptors.fork(),
    scripts: state.scripts.fork(),
    transactions: state.transactions.fork(),
    order: state.order.fork(),
    owned: state.owned.fork(),
    spenders: state.spenders.fork(),
    labels: state.labels.fork(),
    locked: state.locked.fork(),
  };
}

/** The wallets of a node, also those that are not loaded. */
export type WalletsState = { wallets: Map<string, WalletState>; loaded: Set<string> };
