import type { StacksClient } from '../../chains/stacks/client/client.js';
import { decodeTransaction, originAddress } from '../../chains/stacks/codec/transaction/transaction.js';
import { without0x } from '../../hex.js';
import { field, readObject, readText } from '../../json.js';
import type { FoundStacksTransaction } from '../engine.js';
import type { StacksFollower } from '../follow/stacks-follower.js';

/**
 * Looks for a transaction from before this engine's time: in blocks by the node's index, where it has one (`txindex`), else in its
 * mempool, which keeps what has been mined for a while: only a nonce that is not used up counts there.
 * @returns takes a txid with 0x
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
