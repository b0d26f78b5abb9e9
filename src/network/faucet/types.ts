import type { WaitOptions } from '../../base/wait.js';

/** A block that contains a transaction; `burnHeight` is the height of the Bitcoin block of a Stacks block's tenure. */
export type BlockRef = { height: number; hash: string; burnHeight?: number | undefined };

/** What a faucet pays. */
export type FaucetCoin = 'btc' | 'stx' | 'sbtc';

/** As people write them. */
export const COIN_NAMES = { btc: 'BTC', stx: 'STX', sbtc: 'sBTC' } as const;

/** A faucet's payment that a node has accepted. */
export type FaucetPayment = {
  /** With 0x on Stacks, without on Bitcoin. */
  txId: string;
  /** The signed transaction as hex, without 0x. */
  txRaw: string;
  /** Sats of BTC or sBTC, or micro-STX. */
  amount: bigint;
  /** The block that contains the payment; absent if `wait` was false. */
  block?: BlockRef | undefined;
};

/** How a faucet pays. */
export type FaucetOptions = WaitOptions & {
  /**
   * Sats of BTC or sBTC, or micro-STX: a bigint, or a number that is a safe integer.
   * @default the configured amount: 1 BTC, 500 STX, 0.01 sBTC
   */
  amount?: bigint | number | undefined;
  /** true: resolve once the payment is in a block; false: once the node accepted it. @default true */
  wait?: boolean | undefined;
};

/** How the STX faucet pays. */
export type StxFaucetOptions = FaucetOptions & {
  /** Send the amount that one solo stacker needs: the PoX minimum plus 20 %. Excludes `amount`. @default false */
  stacking?: boolean | undefined;
};
