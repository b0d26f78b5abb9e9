import { DevnetError, invalid } from '../../error.js';
import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

export type WaitCommandOptions = { timeout: string; chain?: string | undefined; confirmations?: string | undefined };

/**
 * `wait <txid>`: waits until a transaction of either chain is in a block, or has enough confirmations. It may not exist yet.
 * @throws DevnetError TIMEOUT, DROPPED, REPLACED, ROLLED_BACK
 */
export async function wait(client: Client, output: Output, txid: string, options: WaitCommandOptions): Promise<void> {
  const { timeout, chain, confirmations } = options;
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  if (!/^\d{1,4}(\.\d+)?$/.test(timeout)) throw invalid('--timeout', 'a number of seconds, at most 9999', timeout);
  if (chain !== undefined && chain !== 'bitcoin' && chain !== 'stacks') throw invalid('--chain', 'bitcoin or stacks', chain);
  if (confirmations !== undefined && chain === undefined) throw invalid('--chain', 'bitcoin or stacks, which --confirmations needs', chain);
  const deadline = performance.now() + Number(timeout) * 1000;
  for (;;) {
    const query = new URLSearchParams({ timeoutMs: `${Math.max(0, Math.round(deadline - performance.now()))}` });
    if (chain !== undefined) query.set('chain', chain);
    if (confirmations !== undefined) query.set('confirmations', confirmations);
    try {
      const { body } = await client('GET', `/devnet/v1/tx/${txid}/wait?${query}`);
      if (output.json) output.object(body);
      else output.line(receiptLine(body));
      return;
    } catch (error) {
      if (!(error instanceof DevnetError)) throw error;
      if (error.code === 'TIMEOUT') throw timedOut(txid, timeout, error);
      // Neither chain knows it. The gateway looks for half a second before it answers so, which is the pace of this loop.
      if (error.code !== 'NOT_FOUND') throw error;
      if (performance.now() >= deadline) {
        const hint = 'Check the txid, and that the transaction was sent to this network.';
        throw timedOut(txid, timeout, { lastSeen: 'never seen', hint });
      }
    }
  }
}

/** The gateway knows only what was left of the timeout. */
function timedOut(txid: string, timeout: string, { lastSeen, hint }: Pick<DevnetError, 'lastSeen' | 'hint'>): DevnetError {
  return new DevnetError('TIMEOUT', `gave up waiting for transaction ${txid} after ${timeout} s (--timeout)`, { lastSeen, hint });
}

function receiptLine({ txid, status, reason, block, confirmations, result }: Record<string, unknown>): string {
  const height = isRecord(block) ? block['height'] : undefined;
  const chain = status === undefined ? 'Bitcoin' : 'Stacks';
  const depth = confirmations === undefined ? '' : `, ${confirmations} confirmation${confirmations === 1 ? '' : 's'}`;
  const outcome = status === undefined ? 'confirmed' : `${status}${isRecord(result) ? ` ${result['repr']}` : ''}`;
  return `${txid}: ${outcome}, in ${chain} block ${height}${depth}${reason === undefined ? '' : `: ${reason}`}`;
}
