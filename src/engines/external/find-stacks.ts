import { without0x } from '../../hex.js';
import { field, readObject, readText } from '../../json.js';
import { decodeTransaction, originAddress } from '../../node/stacks/codec/transaction.js';
import type { FoundStacksTransaction } from '../engine.js';
import type { StacksFollower } from '../rpc/stacks-follower.js';
import type { StacksHttp } from '../rpc/stacks-http.js';

/**
 * Looks for a transaction from before this engine's time: in blocks by the node's index, where it has one (`txindex`), else in its
 * mempool, which keeps what has been mined for a while: only a nonce that is not used up counts there.
 * @returns takes a txid with 0x
 */
export function createFinder(
  http: StacksHttp,
  follower: Pick<StacksFollower, 'outcomeIn'>,
): (txid: string) => Promise<FoundStacksTransaction | undefined> {
  return async (txid) => {
    const id = without0x(txid);
    const indexed = await http.getJson(`/v3/transaction/${id}`, { absent: [404, 501] });
    if (indexed !== undefined) {
      const transaction = readObject(indexed, 'transaction');
      if (field(transaction, 'is_canonical') === true) return follower.outcomeIn(readText(transaction, 'index_block_hash'), txid);
    }
    const waiting = await http.getJson(`/v2/transactions/unconfirmed/${id}`, { absent: [404] });
    if (waiting === undefined) return undefined;
    const transaction = decodeTransaction(Buffer.from(readText(readObject(waiting, 'transaction'), 'tx'), 'hex'));
    const account = readObject(await http.getJson(`/v2/accounts/${originAddress(transaction)}?proof=0`), 'account');
    return Number(field(account, 'nonce')) <= Number(transaction.origin.nonce) ? { at: 'mempool' } : undefined;
  };
}
