import { DevnetError } from '../../error.js';
import { field, type Json, listOf, readNumber, readObject, readText } from '../../json.js';
import type { StacksEvent, StacksReceipt } from '../../node/stacks/receipt.js';
import type { ObservedBlock } from '../rpc/stacks-chain.js';

/** Rebuilds the body of `POST /new_block`. @throws DevnetError RPC */
export function readBlockPayload(body: Json): ObservedBlock {
  const block = readObject(body, 'new_block');
  const events = listOf(field(block, 'events'), 'events').map(readEvent);
  const time = field(block, 'block_time');
  return {
    height: readNumber(block, 'block_height'),
    hash: readText(block, 'index_block_hash'),
    blockHash: readText(block, 'block_hash'),
    parentHash: readText(block, 'parent_index_block_hash'),
    consensusHash: bare(readText(block, 'consensus_hash')),
    burnHeight: readNumber(block, 'burn_block_height'),
    burnHash: bare(readText(block, 'burn_block_hash')),
    time: typeof time === 'number' ? time : readNumber(block, 'burn_block_time'),
    receipts: listOf(field(block, 'transactions'), 'transactions').map((transaction) => readReceipt(transaction, events)),
  };
}

function readReceipt(value: Json, events: readonly StacksEvent[]): StacksReceipt {
  const transaction = readObject(value, 'transaction');
  const txid = readText(transaction, 'txid');
  const status = readText(transaction, 'status');
  if (status !== 'success' && status !== 'abort_by_response' && status !== 'abort_by_post_condition') {
    throw new DevnetError('RPC', `the node's answer is not understood: status ${status} of transaction ${txid}`);
  }
  const vmError = field(transaction, 'vm_error');
  const cost = readObject(field(transaction, 'execution_cost'), 'execution_cost');
  return {
    txid,
    rawTx: readText(transaction, 'raw_tx'),
    txIndex: readNumber(transaction, 'tx_index'),
    status,
    rawResult: readText(transaction, 'raw_result'),
    events: events.filter((event) => event.txid === txid),
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

function bare(hex: string): string {
  return hex.replace(/^0x/, '');
}
