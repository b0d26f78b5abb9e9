import type { WaitOptions } from '../wait.js';

/** A block that holds a transaction; `burnHeight` is the Bitcoin block that a Stacks block's tenure belongs to. */
export type BlockRef = { height: number; hash: string; burnHeight?: number | undefined };

/** A faucet's payment that a node has accepted. */
export type FaucetPayment = {
  /** With 0x on Stacks, without on Bitcoin. */
  txId: string;
  /** The signed transaction as hex, without 0x. */
  txRaw: string;
  /** Sats or micro-STX. */
  amount: bigint;
  /** The block that holds the payment; absent when `wait` was false. */
  block?: BlockRef | undefined;
};

/** How a faucet pays. */
export type FaucetOptions = WaitOptions & {
  /** Sats or micro-STX. @default the configured amount: 1 BTC, 500 STX */
  amount?: bigint | undefined;
  /** Resolve when the payment is in a block; false: when the node accepted it. @default true */
  wait?: boolean | undefined;
};

/** How the STX faucet pays. */
export type StxFaucetOptions = FaucetOptions & {
  /** Send what one solo stacker needs: the pox minimum and 20 %. Excludes `amount`. @default false */
  stacking?: boolean | undefined;
};
