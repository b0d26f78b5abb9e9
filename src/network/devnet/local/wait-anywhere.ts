import { adviceOf } from '../../../base/advice.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { with0x, without0x } from '../../../base/hex.js';
import { afterTimeout, type WaitOptions } from '../../../base/wait.js';
import type { BitcoinTxReceipt } from '../../../bitcoin/receipt.js';
import { NEVER_SEEN } from '../../../stacks/history.js';
import type { AnchoredReceipt, StacksTxReceipt } from '../../../stacks/receipt.js';
import type { Network, WaitAnywhere } from '../../operations/network.js';
import type { LocalDevnet } from '../../types.js';

type Receipt = BitcoinTxReceipt | StacksTxReceipt | AnchoredReceipt;
export type ChainWaits = Pick<Network, 'bitcoin'> & { stacks: Pick<Network['stacks'], 'waitForTx' | 'waitForAnchor'> } & Pick<
    LocalDevnet,
    'chainOf'
  >;

/**
 * Waits for a transaction on the chain that is asked for, else on whichever has it. The transaction may be sent later.
 * @throws DevnetError TIMEOUT, DROPPED, REPLACED, REJECTED, ROLLED_BACK, ABORTED
 */
export async function waitAnywhere(waits: ChainWaits, txid: string, options: WaitAnywhere): Promise<Receipt> {
  const { chain, confirmations, ...limits } = options;
  if (chain !== undefined) return waitOn(waits, chain, txid, options);
  if (confirmations !== undefined) throw invalid('chain', 'bitcoin or stacks, which "confirmations" needs', undefined);
  const id = without0x(txid.toLowerCase());
  const known = waits.chainOf(id);
  return known === undefined ? waitOnBoth(waits, id, limits) : waitOn(waits, known, id, limits);
}

function waitOn({ bitcoin, stacks }: ChainWaits, chain: 'bitcoin' | 'stacks', txid: string, options: WaitAnywhere): Promise<Receipt> {
  const { chain: _chain, confirmations, ...limits } = options;
  if (chain === 'bitcoin') return bitcoin.waitForTx(txid, { ...limits, ...(confirmations !== undefined && { confirmations }) });
  return confirmations === undefined ? stacks.waitForTx(txid, limits) : stacks.waitForAnchor(txid, { ...limits, confirmations });
}

async function waitOnBoth({ bitcoin, stacks }: ChainWaits, txid: string, { timeoutMs, signal }: WaitOptions): Promise<Receipt> {
  // Ends the wait on the chain that does not get the transaction.
  const over = new AbortController();
  const onAbort = (): void => over.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const limits = { timeoutMs, signal: over.signal };
  try {
    return await firstAnswer(txid, timeoutMs, [stacks.waitForTx(with0x(txid), limits), bitcoin.waitForTx(txid, limits)]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    over.abort();
  }
}
async function firstAnswer(txid: string, timeoutMs: number | undefined, waits: readonly Promise<Receipt>[]): Promise<Receipt> {
  const unseen: DevnetError[] = [];
  const answers = waits.map(
    (wait) =>
      new Promise<Receipt>((resolve, reject) => {
        wait.then(resolve, (error: unknown) => {
          const isUnseen = error instanceof DevnetError && error.code === 'TIMEOUT' && error.lastSeen === NEVER_SEEN;
          if (!isUnseen) return reject(error);
          unseen.push(error);
          if (unseen.length === waits.length) reject(seenNowhere(txid, timeoutMs, error));
        });
      }),
  );
  return Promise.race(answers);
}

/** The error of one chain names that chain, but the transaction came to neither. */
function seenNowhere(txid: string, timeoutMs: number | undefined, { lastSeen, ...error }: DevnetError): DevnetError {
  const after = timeoutMs === undefined ? '' : ` ${afterTimeout(timeoutMs)}`;
  const hint = adviceOf(error);
  const what = hint === undefined ? '' : `. ${hint}`;
  const message = `gave up waiting for transaction ${txid} on either chain${after}; last seen: ${lastSeen}${what}`;
  return new DevnetError('TIMEOUT', message, { lastSeen, hint });
}
