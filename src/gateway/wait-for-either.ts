import type { ServerResponse } from 'node:http';
import type { BitcoinTxReceipt, StacksTxReceipt } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { with0x, without0x } from '../hex.js';
import { NEVER_SEEN } from '../history/wait-in-ledger.js';
import { afterTimeout } from '../wait.js';
import { whenGone } from './client-gone.js';
import type { Services } from './services.js';
import { waitOn } from './wait-for-transaction.js';

type Receipt = BitcoinTxReceipt | StacksTxReceipt;

/**
 * Waits for a transaction on whichever chain has it. The transaction may be sent later.
 * @throws DevnetError TIMEOUT, DROPPED, REPLACED, REJECTED, ROLLED_BACK, ABORTED
 */
export async function waitForEither(
  { devnet, closing }: Pick<Services, 'devnet' | 'closing'>,
  txid: string,
  timeoutMs: number | undefined,
  response: ServerResponse,
): Promise<Receipt> {
  const id = without0x(txid.toLowerCase());
  const chain = devnet.chainOf(id);
  if (chain !== undefined) return waitOn({ devnet, closing }, chain, { txid: id, timeoutMs, confirmations: undefined }, response);
  const gone = whenGone(response, closing);
  // Ends the wait on the chain that does not get the transaction.
  const over = new AbortController();
  const onGone = (): void => over.abort(gone.reason);
  if (gone.aborted) onGone();
  gone.addEventListener('abort', onGone, { once: true });
  const limits = { timeoutMs, signal: over.signal };
  try {
    return await firstAnswer(txid, timeoutMs, [devnet.stacks.waitForTx(with0x(id), limits), devnet.bitcoin.waitForTx(id, limits)]);
  } finally {
    gone.removeEventListener('abort', onGone);
    over.abort();
  }
}

/** Settles as the first wait that knows the transaction does: with its receipt, or with the reason why it never gets one. */
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
function seenNowhere(txid: string, timeoutMs: number | undefined, { lastSeen, hint }: DevnetError): DevnetError {
  const after = timeoutMs === undefined ? '' : ` ${afterTimeout(timeoutMs)}`;
  const advice = hint === undefined ? '' : `. ${hint}`;
  const message = `gave up waiting for transaction ${txid} on either chain${after}; last seen: ${lastSeen}${advice}`;
  return new DevnetError('TIMEOUT', message, { lastSeen, hint });
}
