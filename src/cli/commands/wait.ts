import { adviceOf } from '../../base/advice.js';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { GatewayClient } from '../../network/connected.js';
import { wait as waits } from '../../network/operations.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';

export type WaitCommandOptions = { timeout: string; chain?: string | undefined; confirmations?: string | undefined };

/**
 * `wait <txid>`: waits until a transaction of either chain is in a block, or has enough confirmations. It may not exist yet.
 * @throws DevnetError TIMEOUT, DROPPED, REPLACED, ROLLED_BACK
 */
export async function wait(gateway: GatewayClient, output: Output, txid: string, options: WaitCommandOptions): Promise<void> {
  const { timeout, chain, confirmations } = options;
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  if (!/^\d{1,4}(\.\d+)?$/.test(timeout)) throw invalid('--timeout', 'a number of seconds, at most 9999', timeout);
  if (chain !== undefined && chain !== 'bitcoin' && chain !== 'stacks') throw invalid('--chain', 'bitcoin or stacks', chain);
  if (confirmations !== undefined && chain === undefined) throw invalid('--chain', 'bitcoin or stacks, which --confirmations needs', chain);
  const limits = { timeoutMs: Math.round(Number(timeout) * 1000) };
  try {
    const { body } = await ask(gateway, waits, { txid, chain, confirmations, ...limits });
    if (output.json) output.object(body);
    else output.line(receiptLine(body));
  } catch (error) {
    throw error instanceof DevnetError && error.code === 'TIMEOUT' ? timedOut(txid, timeout, error) : error;
  }
}

/** Names the flag: the gateway's error names its own parameter. */
function timedOut(txid: string, timeout: string, error: DevnetError): DevnetError {
  return new DevnetError('TIMEOUT', `gave up waiting for transaction ${txid} after ${timeout} s (--timeout)`, {
    lastSeen: error.lastSeen,
    hint: adviceOf(error),
  });
}

function receiptLine({ txid, status, reason, block, confirmations, result }: Record<string, unknown>): string {
  const height = isRecord(block) ? block['height'] : undefined;
  const chain = status === undefined ? 'Bitcoin' : 'Stacks';
  const depth = confirmations === undefined ? '' : `, ${confirmations} confirmation${confirmations === 1 ? '' : 's'}`;
  const outcome = status === undefined ? 'confirmed' : `${status}${isRecord(result) ? ` ${result['repr']}` : ''}`;
  return `${txid}: ${outcome}, in ${chain} block ${height}${depth}${reason === undefined ? '' : `: ${reason}`}`;
}
