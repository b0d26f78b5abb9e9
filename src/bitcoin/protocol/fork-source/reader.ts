import type { OriginReader } from '../../../base/read-answer.js';

/**
 * Something to read of a running Bitcoin network, as it was at the block of the fork: later blocks and the mempool of the network do not
 * count. Hashes are hex in display order; the hash of a script is its SHA-256, as hex.
 */
export type BitcoinForkRequest =
  /** The hash of the block at a height. */
  | { type: 'hash'; height: number }
  /** An `OriginHeader` as JSON. Absent for a block outside of the chain. */
  | { type: 'header'; hash: string }
  /** A block as hex. Absent for a block outside of the chain. */
  | { type: 'block'; hash: string }
  /** A confirmed transaction: an `OriginTransaction` as JSON. */
  | { type: 'transaction'; txid: string }
  /** The spenders of a transaction's outputs, in their order: a list of `OriginSpender` or null as JSON. */
  | { type: 'spenders'; txid: string }
  /** What the chain did to a script: an `OriginScript` as JSON. */
  | { type: 'script'; hash: string }
  /**
   * The last transactions of a script before one of them, newest first: a list of `OriginTransaction` as JSON; empty after the first one.
   */
  | { type: 'history'; hash: string; before: string };

/** A header as hex of 80 bytes; times in seconds since 1970. */
export type OriginHeader = { header: string; height: number; medianTime: number; transactions: number };
/** A transaction as hex, and its block; `time` in seconds since 1970. */
export type OriginTransaction = { txid: string; hex: string; height: number; hash: string; time: number };
export type OriginSpender = { txid: string; input: number; height: number };
/** An unspent output and its block; `time` in seconds since 1970. */
export type OriginUnspent = { txid: string; vout: number; value: string; height: number; hash: string; time: number };
/** Amounts are sats as decimal digits. */
export type OriginScript = {
  transactions: number;
  funded: number;
  fundedSats: string;
  spent: number;
  spentSats: string;
  unspent: OriginUnspent[];
};

/** The kinds of Bitcoin network, by their genesis block. */
export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';

/** The block of a running Bitcoin network from which a fork continues. Hashes are hex in display order, times seconds since 1970. */
export type BitcoinForkPoint = {
  /** A signet of its own counts as `signet`. */
  readonly network: BitcoinNetworkName;
  readonly genesis: string;
  readonly block: { readonly height: number /** Its hash. */; readonly id: string; readonly time: number };
  /** The times of up to ten blocks before it, the latest first. */
  readonly times: readonly number[];
};

/** A running Bitcoin network, at the block from which a fork continues it. */
export type BitcoinFork = {
  url: string;
  point: BitcoinForkPoint;
  /** The block, as Bitcoin serializes it. */
  block: Uint8Array;
  reader: OriginReader<BitcoinForkRequest>;
};
