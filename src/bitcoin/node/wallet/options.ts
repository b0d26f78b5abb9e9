import type { AddressType } from '../rpc/arguments/address-type.js';

/** What holds for all wallets of a node, unless a call says otherwise. */
export type WalletDefaults = {
  /** Sats per 1,000 virtual bytes, for payments without a fee rate of their own. 0: they fail. */
  fallbackFee: bigint;
  /** Sats per 1,000 virtual bytes. Payments with a lower fee rate fail. */
  minFeeRate: bigint;
  /** Sats per 1,000 virtual bytes, instead of `fallbackFee`. 0: none. */
  payFeeRate: bigint;
  /** Whether the method settxfee works. */
  offersSetTxFee: boolean;
  /** The maximum fee of a payment, in sats. */
  maxFee: bigint;
  /** Sats per 1,000 virtual bytes: change must be worth its spending at this rate. */
  discardFeeRate: bigint;
  /** Whether payments may spend unconfirmed change. */
  spendsUnconfirmedChange: boolean;
  /** Whether payments fail that exceed the mempool's limits of unconfirmed chains. */
  rejectsLongChains: boolean;
  /** Whether payments are submitted to the mempool. */
  broadcasts: boolean;
  addressType: AddressType;
  /** The type of change. undefined: like the recipients'. */
  changeType: AddressType | undefined;
  /** The addresses that a wallet knows beyond the used ones. */
  keypool: number;
  /** Whether payments signal replaceability (BIP125). */
  replaceable: boolean;
  /** Whether the methods of wallets are unknown. */
  disabled: boolean;
};

/** bitcoind's, with a fee rate of 20 sat/vB: what test suites set, because the node estimates no fees. */
export const WALLET_DEFAULTS: WalletDefaults = {
  fallbackFee: 20_000n,
  minFeeRate: 1000n,
  payFeeRate: 0n,
  offersSetTxFee: false,
  maxFee: 10_000_000n,
  discardFeeRate: 10_000n,
  spendsUnconfirmedChange: true,
  rejectsLongChains: true,
  broadcasts: true,
  addressType: 'bech32',
  changeType: undefined,
  keypool: 1000,
  replaceable: true,
  disabled: false,
};
