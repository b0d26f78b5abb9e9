import { hex0x } from '../../../base/hex.js';
import { field, type Json, listOf, readNumber, readObject, readText } from '../../../base/json.js';
import type { StacksClient } from '../client/client.js';
import type { NakamotoBlock } from '../codec/nakamoto-block.js';
import type { Transaction } from '../codec/transaction/transaction.js';
import { STATUSES, type StacksReceipt } from '../receipt/node-receipt.js';
import { readApiEvent } from './api-event.js';
import { readCost, readVmError } from './execution.js';

/** Events of one page: the API's maximum. */
const PAGE = 100;

/** Whether the node's URL serves the Stacks API, as gateways of devnets and public providers do. */
export async function hasApi(stacks: Pick<StacksClient, 'getJson'>): Promise<boolean> {
  const answer = await stacks.getJson('/extended', { absent: [301, 400, 404, 405, 501] });
  return typeof answer === 'object' && answer !== null && field(answer, 'status') === 'ready';
}

/**
 * Reads a receipt from `GET /extended/v1/tx/{txid}`.
 * @param block the block that contains it; receipts of other blocks are ignored
 * @returns undefined while the API has not indexed that block or the transaction has no final status
 */
export async function readFromApi(
  stacks: Pick<StacksClient, 'getJson'>,
  { txid, raw }: Transaction,
  block: Pick<NakamotoBlock, 'blockHash'>,
  txIndex: number,
): Promise<StacksReceipt | undefined> {
  const events: Json[] = [];
  for (;;) {
    const answer = await stacks.getJson(`/extended/v1/tx/0x${txid}?event_limit=${PAGE}&event_offset=${events.length}`, { absent: [404] });
    if (answer === undefined) return undefined;
    const transaction = readObject(answer, 'transaction');
    const status = STATUSES.find((known) => known === field(transaction, 'tx_status'));
    if (status === undefined || field(transaction, 'canonical') === false || field(transaction, 'block_hash') !== `0x${block.blockHash}`)
      return undefined;
    const page = listOf(field(transaction, 'events'), 'events');
    events.push(...page);
    if (events.length < readNumber(transaction, 'event_count') && page.length > 0) continue;
    return {
      txid: `0x${txid}`,
      rawTx: hex0x(raw),
      txIndex,
      status,
      rawResult: readText(readObject(field(transaction, 'tx_result'), 'tx_result'), 'hex'),
      events: events.map((event) => readApiEvent(event, `0x${txid}`)),
      vmError: readVmError(transaction),
      cost: readCost(transaction, 'execution_cost_'),
    };
  }
}
