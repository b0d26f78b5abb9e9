import { serializeBlock } from '../../protocol/codec/block.js';
import { serializeTransaction } from '../../protocol/codec/transaction.js';
import type { Topic } from '../../zmq-notification.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { CoreChange } from '../observers.js';

type ZmqMessage = { topic: Topic; body: Uint8Array };

/** Returns the messages for a change in bitcoind's order. Bodies are only made for topics that someone publishes. */
export function* messagesOf(change: CoreChange, topics: ReadonlySet<Topic>): Generator<ZmqMessage> {
  switch (change.type) {
    case 'added':
      yield* transaction(change.entry.record, topics);
      if (topics.has('sequence')) yield sequence(change.entry.record.txid, 'A', change.sequence);
      break;
    case 'removed':
      if (change.reason !== 'block' && topics.has('sequence')) yield sequence(change.entry.record.txid, 'R', change.sequence);
      break;
    case 'connected':
      yield* block(change.block, 'C', topics);
      break;
    case 'disconnected':
      yield* block(change.block, 'D', topics);
      break;
    case 'tip':
      if (topics.has('hashblock')) yield { topic: 'hashblock', body: displayed(change.block.hash) };
      if (topics.has('rawblock')) yield { topic: 'rawblock', body: serializeBlock(change.block.block) };
      break;
    case 'restored':
      // bitcoind has no snapshots, so that no topic describes a restore.
      break;
  }
}

function* transaction({ tx, txid }: TxRecord, topics: ReadonlySet<Topic>): Generator<ZmqMessage> {
  if (topics.has('hashtx')) yield { topic: 'hashtx', body: displayed(txid) };
  if (topics.has('rawtx')) yield { topic: 'rawtx', body: serializeTransaction(tx) };
}

function* block({ hash, records }: BlockEntry, label: 'C' | 'D', topics: ReadonlySet<Topic>): Generator<ZmqMessage> {
  for (const record of records) yield* transaction(record, topics);
  if (topics.has('sequence')) yield sequence(hash, label);
}

/** A hash, a letter, and for transactions `mempool_sequence` as a 64-bit number. */
function sequence(hash: string, label: string, mempoolSequence?: number): ZmqMessage {
  const body = Buffer.alloc(mempoolSequence === undefined ? 33 : 41);
  body.set(displayed(hash));
  body.write(label, 32, 'latin1');
  if (mempoolSequence !== undefined) body.writeBigUInt64LE(BigInt(mempoolSequence), 33);
  return { topic: 'sequence', body };
}

/** Hashes are sent in the order in which they are shown. */
function displayed(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}
