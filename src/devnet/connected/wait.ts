import { DevnetError } from '../../error.js';
import { afterTimeout, leftMs, startDeadline, type WaitOptions } from '../../wait.js';
import { bound } from './bound.js';
import type { GatewayClient } from './gateway-client.js';

export type RemoteWait = WaitOptions & {
  chain: 'bitcoin' | 'stacks';
  txid: string;
  confirmations?: number | undefined;
  /** Fires when the connection is closed. */
  closed: AbortSignal;
};

/** The maximum timeout of the gateway, in ms. */
const LONGEST = 9_999_999;

/** Waits at the gateway, which follows the chains. Its response is the receipt or the error. */
export async function waitThrough<T>(ask: GatewayClient['ask'], order: RemoteWait, read: (body: object) => T): Promise<T> {
  const { chain, txid, confirmations, timeoutMs, signal, closed } = order;
  const query = new URLSearchParams({ chain });
  const sentMs = timeoutMs === undefined ? undefined : Math.min(leftMs(startDeadline(order, timeoutMs)), LONGEST);
  if (sentMs !== undefined) query.set('timeoutMs', `${sentMs}`);
  if (confirmations !== undefined) query.set('confirmations', `${confirmations}`);
  const what = `${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} transaction ${txid}`;
  const { body } = await bound({ what, signal, closed }, (ended) =>
    ask('GET', `/tx/${encodeURIComponent(txid)}/wait?${query}`, { signal: ended, isLong: true }),
  ).catch((error: unknown) => {
    throw withWholeTimeout(error, sentMs, timeoutMs);
  });
  return read(body);
}

/** The gateway knows only what was left of the timeout. */
function withWholeTimeout(error: unknown, sentMs: number | undefined, timeoutMs: number | undefined): unknown {
  if (!(error instanceof DevnetError && error.code === 'TIMEOUT') || sentMs === undefined || timeoutMs === undefined) return error;
  const message = error.message.replace(afterTimeout(sentMs), afterTimeout(timeoutMs));
  return new DevnetError('TIMEOUT', message, { ...error, cause: error.cause });
}
