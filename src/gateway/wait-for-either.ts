import type { ServerResponse } from 'node:http';
import type { BitcoinTxReceipt, StacksTxReceipt } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { with0x, without0x } from '../hex.js';
import { NEVER_SEEN } from '../history/wait-in-ledger.js';
import { whenGone } from './client-gone.js';
import type { Services } from './services.js';
import { waitOn } from './wait-for-transaction.js';

type Receipt = BitcoinTxReceipt | StacksTxReceipt;
type Limits = { timeoutMs: number | undefined; signal?: AbortSignal };
type Wait = (limits: Limits) => Promise<Receipt>;

/**
 * Waits for a transaction on whichever chain has it.
 * @throws DevnetError NOT_FOUND when neither has ever seen it, TIMEOUT, DROPPED, REPLACED, REJECTED, ROLLED_BACK, ABORTED
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
  const waits: Wait[] = [(limits) => devnet.stacks.waitForTx(with0x(id), limits), (limits) => devnet.bitcoin.waitForTx(id, limits)];
  const now = await Promise.all(waits.map((wait) => look(wait, 0)));
  const unseen = now.every((result) => result === NEVER_SEEN);
  const looks = unseen ? await Promise.all(waits.map((wait) => look(wait, Math.min(REPORT_MS, timeoutMs ?? REPORT_MS)))) : now;
  const seen = looks.findIndex((result) => result !== NEVER_SEEN);
  const result = looks[seen];
  const wait = waits[seen];
  if (result === undefined || wait === undefined) {
    throw new DevnetError('NOT_FOUND', `neither chain has seen transaction ${txid}`, { field: 'txid', received: txid });
  }
  if (typeof result === 'object') return result;
  return wait({ timeoutMs, signal: whenGone(response, closing) });
}

/** The time within which real nodes report a transaction that they accepted, in ms. */
const REPORT_MS = 500;

/** Returns the result of a short wait: the receipt of a mined transaction, or whether the chain has seen it. */
async function look(wait: Wait, timeoutMs: number): Promise<Receipt | 'seen' | typeof NEVER_SEEN> {
  try {
    return await wait({ timeoutMs });
  } catch (error) {
    if (!(error instanceof DevnetError) || error.code !== 'TIMEOUT') throw error;
    return error.lastSeen === NEVER_SEEN ? NEVER_SEEN : 'seen';
  }
}
