import type { WaitOptions } from '../../wait.js';
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
  if (timeoutMs !== undefined) query.set('timeoutMs', `${Math.min(timeoutMs, LONGEST)}`);
  if (confirmations !== undefined) query.set('confirmations', `${confirmations}`);
  const what = `${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} transaction ${txid}`;
  const { body } = await bound({ what, signal, closed }, (ended) =>
    ask('GET', `/tx/${encodeURIComponent(txid)}/wait?${query}`, { signal: ended }),
  );
  return read(body);
}
