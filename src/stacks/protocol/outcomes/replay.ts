import { with0x } from '../../../base/hex.js';
import { field, type Json, listOf, readObject, readText } from '../../../base/json.js';
import type { StacksClient } from '../client/client.js';
import type { StacksReceipt } from '../receipt/node-receipt.js';
import { readCost, readEvents, readVmError } from './execution.js';

/** Replays a block and returns the receipts, in the order of its transactions. */
export type Replay = (blockId: string) => Promise<StacksReceipt[]>;

/** Timeout in ms: the node executes the whole block again. */
const TIMEOUT = 60_000;
/** The longest answer in bytes: JSON with all events of a block. */
const LONGEST = 256 * 1024 * 1024;
/** The type prefix of an error response (SIP-005). */
export const ERROR = '0x08';

/**
 * Creates a reader of receipts by replay: the node executes a block again on its parent's state and returns what event observers receive
 * for each transaction. Works from Epoch 3.0 on. Effects of the block itself (rewards, unlocks) are missing.
 * @param authorization the `auth_token` of the node's `[connection_options]`
 * @returns a function of the block id (hex without 0x). @throws DevnetError RPC: 401 for a wrong token, 404 for an unknown block
 */
export function createReplay(stacks: Pick<StacksClient, 'getJson'>, authorization: string): Replay {
  return async (blockId) => {
    const answer = await stacks.getJson(`/v3/blocks/replay/${blockId}`, {
      timeoutMs: TIMEOUT,
      maxBytes: LONGEST,
      headers: { authorization },
    });
    return readReplay(answer);
  };
}

/**
 * Reads the transactions of a block that a node replayed or simulated. Their order numbers them: a node writes the index 0 for each
 * of them.
 * @throws DevnetError RPC
 */
export function readReplay(answer: Json): StacksReceipt[] {
  return listOf(field(readObject(answer, 'replay'), 'transactions'), 'transactions').map(readReplayed);
}

function readReplayed(value: Json, txIndex: number): StacksReceipt {
  const transaction = readObject(value, 'transaction');
  const rawResult = readText(transaction, 'result_hex');
  return {
    txid: with0x(readText(transaction, 'txid')),
    rawTx: with0x(readText(transaction, 'hex')),
    txIndex,
    status: statusOf(field(transaction, 'post_condition_aborted') === true, rawResult),
    rawResult,
    events: readEvents(listOf(field(transaction, 'events'), 'events')),
    vmError: readVmError(transaction),
    cost: readCost(readObject(field(transaction, 'execution_cost'), 'execution_cost')),
  };
}

/** Derives the status as stacks-core does for observers (`make_new_block_txs_payload`): an error response is an abort. */
function statusOf(postConditionAborted: boolean, rawResult: string): StacksReceipt['status'] {
  if (postConditionAborted) return 'abort_by_post_condition';
  return rawResult.startsWith(ERROR) ? 'abort_by_response' : 'success';
}
