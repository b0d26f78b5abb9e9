import { DevnetError } from '../../error.js';
import { checkOptions } from '../options.js';
import type { Devnet } from '../types.js';
import { readAnchored, readBitcoinReceipt, readStacksReceipt } from './answers.js';
import type { Control } from './control.js';
import { waitThrough } from './wait.js';

/** The calls that wait for transactions, and the look that does not. */
export type Waits = {
  bitcoin: Pick<Devnet['bitcoin'], 'waitForTx'>;
  stacks: Pick<Devnet['stacks'], 'waitForTx' | 'waitForAnchor' | 'receipt'>;
};

/** The codes that mean that a transaction has no receipt. */
const notMined = new Set(['TIMEOUT', 'NOT_FOUND', 'DROPPED', 'REPLACED', 'REJECTED', 'ROLLED_BACK', 'INVALID_INPUT']);

export function createWaits(control: Control, closed: AbortSignal): Waits {
  return {
    bitcoin: {
      async waitForTx(txid, limits) {
        checkOptions('bitcoin.waitForTx', limits);
        return waitThrough(control, { chain: 'bitcoin', txid, closed, ...limits }, readBitcoinReceipt);
      },
    },
    stacks: {
      async waitForTx(txid, limits) {
        checkOptions('waitForTx', limits);
        return waitThrough(control, { chain: 'stacks', txid, closed, ...limits }, readStacksReceipt);
      },
      async waitForAnchor(txid, limits) {
        checkOptions('waitForAnchor', limits);
        const confirmations = limits?.confirmations ?? 1;
        return waitThrough(control, { chain: 'stacks', txid, closed, ...limits, confirmations }, readAnchored);
      },
      receipt: (txid) =>
        waitThrough(control, { chain: 'stacks', txid, closed, timeoutMs: 0 }, readStacksReceipt).catch((error: unknown) => {
          if (error instanceof DevnetError && notMined.has(error.code)) return undefined;
          throw error;
        }),
    },
  };
}
