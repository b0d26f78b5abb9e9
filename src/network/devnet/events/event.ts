import type { BridgeEvent } from '../../../sbtc/bridge.js';
import type { EngineEvent, StacksBlockEvent } from '../../../stacks/engine.js';
import type { DecodedReceipt } from '../../../stacks/receipt.js';
import type { FaucetCoin } from '../../faucet/types.js';

/** A new Stacks block as users get it: what contracts printed is decoded. */
export type DevnetBlockEvent = Omit<StacksBlockEvent, 'receipts'> & { receipts: DecodedReceipt[] };

/** Events of the chains and payments of the faucets. */
export type DevnetEvent =
  | Exclude<EngineEvent, StacksBlockEvent>
  | DevnetBlockEvent
  /** A deposit or a withdrawal of sBTC has another status. */
  | BridgeEvent
  /** A node accepted a payment of a faucet: `amount` in sats (BTC, sBTC) or micro-STX as decimal digits, `txId` with 0x on Stacks. */
  | { type: 'faucet.payment'; chain: 'bitcoin' | 'stacks'; coin: FaucetCoin; txId: string; address: string; amount: string };
