import type { ChainIndex } from '../../bitcoin/esplora.js';
import type { BridgeStore } from './store.js';
import type { Sweep } from './sweep.js';
import type { MinedSweep, SeenDeposit } from './view.js';

/** @param fee what the request paid of its maximum */
export function fulfillmentOf({ txid, hash, height }: MinedSweep, fee: bigint, index: ChainIndex): SeenDeposit['fulfillment'] {
  const bitcoinTxIndex = index.transaction(txid)?.block?.position ?? 0;
  return { bitcoinTxid: txid, bitcoinTxIndex, bitcoinBlockHash: hash, bitcoinBlockHeight: height, fee };
}

/** Says where the sweep of a request is. */
export function sweepMessage(
  { transaction: { txid, block } }: Sweep,
  tip: number,
  { sweepConfirmations }: BridgeStore['settings'],
): string {
  if (block === undefined) return `Sweep ${txid} waits for a Bitcoin block`;
  const confirmations = tip - block.height + 1;
  const enough = confirmations >= sweepConfirmations;
  return enough
    ? `Sweep ${txid} is in Bitcoin block ${block.height}`
    : `Sweep ${txid} has ${confirmations} of ${sweepConfirmations} confirmations`;
}
