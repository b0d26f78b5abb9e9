import type { Descriptor } from '../../protocol/descriptor/descriptor.js';
import { ForkMap } from '../chain/fork-map.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { AddressType } from '../rpc/arguments/address-type.js';
import type { Passphrase, Unlocked } from './encryption.js';

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
  /**
   * `mempool_sequence` when the wallet made the payment. As in Core, transactions that the mempool had before are no conflicts of it, until
   * the wallet is loaded again. Not stored.
   */
  madeAt?: number | undefined;
  /**
   * The hash of a block that had spent one of its coins already when the wallet made the payment. As in Core, only a block that comes later
   * makes it conflicted.
   */
  despite?: string | undefined;
};

/**
 * An output of the wallet. `forgotten`: `removeprunedfunds` removed the payment that spent it, and the wallet counts it as unspent, as
 * Core's does.
 */
export type WalletPlace = { txid: string; index: number; forgotten?: true };

/** The state of a wallet. A fork of its maps is a snapshot. */
export type WalletState = {
  readonly name: string;
  readonly privateKeys: boolean;
  /** Whether it was created without keys, and no seed was added. */
  blank: boolean;
  avoidReuse: boolean;
  /** The indexes that it knows beyond those that it has used. */
  readonly keypool: number;
  /** The fee rate of payments without one, in sats per 1,000 virtual bytes. 0: the fallback. */
  payFeeRate: bigint;
  /** Seconds since 1970. */
  birth: number;
  /** Of an encrypted wallet. */
  passphrase: Passphrase | undefined;
  unlocked: Unlocked | undefined;
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
  /** Those of `owned` that no block and no transaction of the mempool spends, and perhaps others: `unspentCoins` checks each. */
  available: ForkMap<WalletPlace>;
  /** The transactions of the wallet that spend an output, by `outPointKey`. */
  spenders: ForkMap<readonly string[]>;
  /** The address book: labels by address. */
  labels: ForkMap<{ label: string; purpose: 'receive' | 'send' }>;
  /** Locked outputs, by `outPointKey`. Without `persistent`, until the wallet is unloaded. */
  locked: ForkMap<{ txid: string; vout: number; persistent: boolean }>;
};

export type WalletOptions = Pick<WalletState, 'name' | 'privateKeys' | 'blank' | 'avoidReuse' | 'birth'>;

export function emptyWallet(options: WalletOptions & Pick<WalletState, 'keypool' | 'payFeeRate'>): WalletState {
  return {
    ...options,
    passphrase: undefined,
    unlocked: undefined,
    descriptors: new ForkMap(),
    scripts: new ForkMap(),
    transactions: new ForkMap(),
    order: new ForkMap(),
    owned: new ForkMap(),
    available: new ForkMap(),
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
    available: state.available.fork(),
    spenders: state.spenders.fork(),
    labels: state.labels.fork(),
    locked: state.locked.fork(),
  };
}

/** Whether a wallet has not changed since the other one was a fork of it, but for its fee rate and its key. */
export function isSameWallet(a: WalletState, b: WalletState): boolean {
  const isSame = a.blank === b.blank && a.avoidReuse === b.avoidReuse && a.birth === b.birth && a.passphrase === b.passphrase;
  return isSame && a.name === b.name && MAPS.every((map) => (a[map] as ForkMap<unknown>).isSame(b[map] as ForkMap<unknown>));
}

const MAPS = ['descriptors', 'scripts', 'transactions', 'order', 'owned', 'available', 'spenders', 'labels', 'locked'] as const;

/** The wallets of a node, also those that are not loaded. `startup`: those that a node with a folder loads at its start. */
export type WalletsState = { wallets: Map<string, WalletState>; loaded: Set<string>; startup: Set<string> };

export function noWallets(): WalletsState {
  return { wallets: new Map(), loaded: new Set(), startup: new Set() };
}
