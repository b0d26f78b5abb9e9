import { field, listOf, readObject } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { StacksHistory } from '../../../stacks/history.js';

/** The nonces of an account in the mempool, as sender or sponsor, from the history of this process. */
export function noncesInMempool({ mempool }: Pick<StacksHistory, 'mempool'>, address: string): ReadonlySet<number> {
  const used = new Set<number>();
  for (const { transaction } of mempool.list(`signer ${address}`)) {
    const { addresses, origin, sponsor } = transaction;
    if (addresses.origin === address) used.add(Number(origin.nonce));
    if (sponsor !== undefined && addresses.payer === address) used.add(Number(sponsor.nonce));
  }
  return used;
}

/** As {@link noncesInMempool}, from a gateway. The lowest nonces of an account that has sent nothing count as used. */
export async function noncesAtGateway(gateway: Pick<StacksClient, 'getJson'>, address: string): Promise<ReadonlySet<number>> {
  const path = `/extended/v1/address/${address}/nonces`;
  const answer = readObject(await gateway.getJson(path), path);
  const last = field(answer, 'last_mempool_tx_nonce');
  if (typeof last !== 'number') return new Set();
  const executed = field(answer, 'last_executed_tx_nonce');
  const first = typeof executed === 'number' ? executed + 1 : 0;
  const missing = new Set(listOf(field(answer, 'detected_missing_nonces'), 'detected_missing_nonces'));
  const between = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return new Set(between.filter((nonce) => !missing.has(nonce)));
}
