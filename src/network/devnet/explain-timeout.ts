import { type Advice, advise } from '../../base/advice.js';
import { DevnetError } from '../../base/error.js';
import { field, readObject } from '../../base/json.js';
import type { StacksClient } from '../../stacks/client.js';
import { IN_MEMPOOL, NEVER_SEEN } from '../../stacks/history.js';
import type { MiningMode, MiningModes } from '../../stacks/mining-mode.js';
import { decodeTransaction, originAddress } from '../../stacks/transactions.js';

export type TimeoutSources = { chain: 'Bitcoin' | 'Stacks'; modes: () => MiningModes; rpc: Pick<StacksClient, 'getJson' | 'account'> };

/**
 * Waits for a transaction, and adds to the error of a timeout why no block came: manual mining, a long interval, a nonce gap, or a
 * transaction that never came.
 * @param timeoutMs of the wait; with 0 the caller only looks, so the error stays as it is
 */
export async function explainTimeout<T>(
  wait: Promise<T>,
  { txid, timeoutMs }: { txid?: string | undefined; timeoutMs?: number | undefined },
  sources: TimeoutSources,
): Promise<T> {
  try {
    return await wait;
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'TIMEOUT') || timeoutMs === 0) throw error;
    const hint = await reasonFor(error.lastSeen ?? '', txid ?? error.payment?.txId, sources);
    throw hint === undefined ? error : new DevnetError('TIMEOUT', `${error.message}. ${hint}`, { ...error, hint, cause: error.cause });
  }
}

async function reasonFor(
  lastSeen: string,
  txid: string | undefined,
  { chain, modes, rpc }: TimeoutSources,
): Promise<string | Advice | undefined> {
  if (lastSeen.startsWith('in block')) return advise`A wait mines no blocks: ${mineOn('Bitcoin')}`;
  if (lastSeen === NEVER_SEEN) return 'Check its txid, and that it was sent to this network.';
  if (lastSeen !== IN_MEMPOOL) return undefined;
  const gap = chain === 'Stacks' && txid !== undefined ? await nonceGap(rpc, txid).catch(() => undefined) : undefined;
  const mode = modeReason(chain, chain === 'Stacks' ? modes().stacks : modes().bitcoin);
  return mode === undefined || gap === undefined ? (mode ?? gap) : advise`${mode} ${gap}`;
}

function modeReason(chain: TimeoutSources['chain'], mode: MiningMode): string | Advice | undefined {
  if (mode === 'auto') return undefined;
  return mode === 'manual' ? advise`${chain} mining is manual: ${mineOn(chain)}` : `${chain} blocks come every ${mode.intervalMs} ms.`;
}

function mineOn(chain: TimeoutSources['chain']): Advice {
  return advise`use ${{ do: 'mine', with: { request: { [chain.toLowerCase()]: 1 } } }}.`;
}

/** A node mines the transactions of an account in the order of their nonces. */
async function nonceGap(rpc: TimeoutSources['rpc'], txid: string): Promise<string | undefined> {
  const answer = await rpc.getJson(`/v2/transactions/unconfirmed/${txid.replace(/^0x/i, '')}`, { absent: [404] });
  const rawTx = answer === undefined ? undefined : field(readObject(answer, 'unconfirmed transaction'), 'tx');
  if (typeof rawTx !== 'string') return undefined;
  const transaction = decodeTransaction(Buffer.from(rawTx, 'hex'));
  const address = originAddress(transaction);
  const { nonce } = await rpc.account(address);
  if (Number(transaction.origin.nonce) <= nonce) return undefined;
  return (
    `Its nonce is ${transaction.origin.nonce}, but the next nonce of ${address} is ${nonce}: ` +
    'transactions with the nonces in between must be mined first.'
  );
}
