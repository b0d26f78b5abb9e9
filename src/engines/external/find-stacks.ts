import { without0x } from '../../base/hex.js';
import { field, readObject, readText } from '../../base/json.js';
import type { StacksClient } from '../../stacks/client.js';
import type { FoundStacksTransaction } from '../../stacks/engine.js';
import { decodeTransaction, originAddress } from '../../stacks/transactions.js';
import type { StacksFollower } from '../common/follow/stacks-follower.js';

/**
 * Finds a transaction from before the start of this engine: in blocks by the index of the node, if it has one (`txindex`), else in the
 * mempool. The mempool keeps mined transactions for some time, so only an unused nonce counts there.
 * @returns a function that takes a txid with 0x
 */
export function createFinder(
  stacks: StacksClient,
  follower: Pick<StacksFollower, 'outcomeIn'>,
): (txid: string) => Promise<FoundStacksTransaction | undefined> {
  return async (txid) => {
    const id = without0x(txid);
    const indexed = await stacks.getJson(`/v3/transaction/${id}`, { absent: [404, 501] });
    if (indexed !== undefined) {
      const transaction = readObject(indexed, 'transaction');
      if (field(transaction, 'is_canonical') === true) return follower.outcomeIn(readText(transaction, 'index_block_hash'), txid);
    }
    const waiting = await stacks.getJson(`/v2/transactions/unconfirmed/${id}`, { absent: [404] });
    if (waiting === undefined) return undefined;
    const transaction = decodeTransaction(Buffer.from(readText(readObject(waiting, 'transaction'), 'tx'), 'hex'));
    const { nonce } = await stacks.account(originAddress(transaction));
    return nonce <= Number(transaction.origin.nonce) ? { at: 'mempool' } : undefined;
  };
}
