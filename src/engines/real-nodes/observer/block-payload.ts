import { STATUSES, type StacksEvent, type StacksReceipt } from '../../../chains/stacks/receipt/node-receipt.js';
import { without0x } from '../../../hex.js';
import { field, type Json, listOf, readNumber, readObject, readOneOf, readText } from '../../../json.js';
import { readCost, readEvents, readVmError } from '../../follow/outcomes/execution.js';
import type { ObservedBlock } from '../../follow/stacks-chain.js';

/** Parses the body of `POST /new_block`. @throws DevnetError RPC */
export function readBlockPayload(body: Json): ObservedBlock {
  const block = readObject(body, 'new_block');
  const events = readEvents(listOf(field(block, 'events'), 'events'));
  const time = field(block, 'block_time');
  return {
    height: readNumber(block, 'block_height'),
    hash: readText(block, 'index_block_hash'),
    blockHash: readText(block, 'block_hash'),
    parentHash: readText(block, 'parent_index_block_hash'),
    consensusHash: without0x(readText(block, 'consensus_hash')),
    burnHeight: readNumber(block, 'burn_block_height'),
    burnHash: without0x(readText(block, 'burn_block_hash')),
    time: typeof time === 'number' ? time : readNumber(block, 'burn_block_time'),
    receipts: listOf(field(block, 'transactions'), 'transactions').map((transaction) => readReceipt(transaction, events)),
  };
}

function readReceipt(value: Json, events: readonly StacksEvent[]): StacksReceipt {
  const transaction = readObject(value, 'transaction');
  const txid = readText(transaction, 'txid');
  return {
    txid,
    rawTx: readText(transaction, 'raw_tx'),
    txIndex: readNumber(transaction, 'tx_index'),
    status: readOneOf(transaction, 'status', STATUSES),
    rawResult: readText(transaction, 'raw_result'),
    events: events.filter((event) => event.txid === txid),
    vmError: readVmError(transaction),
    cost: readCost(readObject(field(transaction, 'execution_cost'), 'execution_cost')),
  };
}
