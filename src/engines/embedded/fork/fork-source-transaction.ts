import { DevnetError } from '../../../base/error.js';
import { field, type Json, readNumber, readObject, readText } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { NakamotoBlock } from '../../../stacks/codec.js';
import { readFromApi, readIndexed } from '../../../stacks/outcomes.js';
import type { ForkSourceTransaction } from '../../../stacks/replay.js';

type Origin = Pick<StacksClient, 'getJson'> & {
  /** Returns a block with its transactions; undefined for one that the network does not have, or does not serve. */
  block(heightOrId: number | string): Promise<NakamotoBlock | undefined>;
};

/**
 * Reads a transaction of a network, and what the network reported of it: from a Stacks API, else from the node's index of transactions.
 * @param txid hex without 0x
 * @throws DevnetError NOT_FOUND if the network has no such transaction in a block, UNSUPPORTED for one that it did not execute or whose
 * block it does not serve
 */
export async function readForkSourceTransaction(origin: Origin, txid: string): Promise<ForkSourceTransaction> {
  const at = (await heightInApi(origin, txid)) ?? (await blockInIndex(origin, txid));
  if (at === undefined) {
    const hint = 'Wait until it is in a block. A stacks-node without a Stacks API needs txindex = true.';
    throw new DevnetError('NOT_FOUND', `the network has no transaction 0x${txid} in a block. ${hint}`, { field: 'txid', hint });
  }
  const block = await origin.block(at);
  const index = block?.transactions.findIndex((transaction) => transaction.txid === txid) ?? -1;
  const transaction = block?.transactions[index];
  if (block === undefined || transaction === undefined) {
    throw new DevnetError(
      'UNSUPPORTED',
      `the network does not serve block ${at} with transaction 0x${txid} at /v3/blocks: it needs a block since Nakamoto`,
    );
  }
  if (block.skipped.has(index)) {
    throw new DevnetError('UNSUPPORTED', `block ${at} marks transaction 0x${txid} as problematic: the network did not execute it`);
  }
  return {
    block: { id: block.id, parentId: block.parentId },
    index,
    transactions: block.transactions.slice(0, index + 1).map(({ raw }) => Buffer.from(raw).toString('hex')),
    skipped: [...block.skipped].filter((at) => at < index),
    reported: (await readFromApi(origin, transaction, block, index)) ?? (await readIndexed(origin, transaction, index)),
  };
}

/** What an API, or a node without one, answers for what it does not have. */
const ABSENT = [301, 400, 404, 405, 501];

async function heightInApi(origin: Origin, txid: string): Promise<number | undefined> {
  const found = await origin.getJson(`/extended/v1/tx/0x${txid}?event_limit=1`, { absent: ABSENT });
  return found === undefined || field(readObject(found, 'transaction'), 'canonical') !== true
    ? undefined
    : readNumber(readObject(found, 'transaction'), 'block_height');
}

async function blockInIndex(origin: Origin, txid: string): Promise<string | undefined> {
  const found: Json | undefined = await origin.getJson(`/v3/transaction/${txid}`, { absent: ABSENT });
  return found === undefined ? undefined : readText(readObject(found, 'transaction'), 'index_block_hash');
}
