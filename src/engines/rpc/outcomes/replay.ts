import { field, type Json, listOf, readNumber, readObject, readText } from '../../../json.js';
import type { StacksEvent, StacksReceipt } from '../../../node/stacks/receipt.js';
import type { StacksHttp } from '../stacks-http.js';

/** What one block's replay says, in the order of its transactions. */
export type Replay = (blockId: string) => Promise<StacksReceipt[]>;

/** Deadline in ms: the node executes the whole block again. */
const TIMEOUT = 60_000;
/** The type prefix of an error response (SIP-005). */
export const ERROR = '0x08';

/**
 * Receipts by replay: the node executes a block again on its parent's state and tells what an event observer would have heard of each
 * transaction. Since Epoch 3.0; blocks do not change, so neither do the answers. What blocks do by themselves (rewards, unlocks) is no
 * part of it.
 * @param authorization the `auth_token` of the node's `[connection_options]`
 * @returns takes the block id, hex without 0x. @throws DevnetError RPC: 401 for a wrong token, 404 for a block that the node has not
 */
export function createReplay(http: Pick<StacksHttp, 'getJson'>, authorization: string): Replay {
  return async (blockId) => {
    const answer = await http.getJson(`/v3/blocks/replay/${blockId}`, { timeoutMs: TIMEOUT, headers: { authorization } });
    return listOf(field(readObject(answer, 'replay'), 'transactions'), 'transactions').map(readReplayed);
  };
}

function readReplayed(value: Json): StacksReceipt {
  const transaction = readObject(value, 'transaction');
  const rawResult = readText(transaction, 'result_hex');
  const vmError = field(transaction, 'vm_error');
  const cost = readObject(field(transaction, 'execution_cost'), 'execution_cost');
  return {
    txid: withPrefix(readText(transaction, 'txid')),
    rawTx: withPrefix(readText(transaction, 'hex')),
    txIndex: readNumber(transaction, 'tx_index'),
    status: statusOf(field(transaction, 'post_condition_aborted') === true, rawResult),
    rawResult,
    events: listOf(field(transaction, 'events'), 'events').map(readEvent),
    vmError: typeof vmError === 'string' ? vmError : null,
    cost: {
      readCount: readNumber(cost, 'read_count'),
      readLength: readNumber(cost, 'read_length'),
      runtime: readNumber(cost, 'runtime'),
      writeCount: readNumber(cost, 'write_count'),
      writeLength: readNumber(cost, 'write_length'),
    },
  };
}

/** As stacks-core tells it its observers (`make_new_block_txs_payload`): an error as a result is an abort. */
function statusOf(postConditionAborted: boolean, rawResult: string): StacksReceipt['status'] {
  if (postConditionAborted) return 'abort_by_post_condition';
  return rawResult.startsWith(ERROR) ? 'abort_by_response' : 'success';
}

function readEvent(value: Json): StacksEvent {
  const event = readObject(value, 'event');
  return {
    ...event,
    type: readText(event, 'type'),
    txid: readText(event, 'txid'),
    event_index: readNumber(event, 'event_index'),
    committed: field(event, 'committed') === true,
  };
}

function withPrefix(hex: string): string {
  return hex.startsWith('0x') ? hex : `0x${hex}`;
}
