import { LimitedMap } from '../../../base/limited-map.js';
import { encodeAddress } from '../../../clarity/values.js';
import { CodecError } from '../../protocol/codec/error.js';

import { originAddress, payerAddress, type Transaction, transactionFee } from '../../protocol/codec/transaction/transaction.js';
import type { StacksReceipt } from '../../protocol/receipt/node-receipt.js';
import type { TypedEvent } from '../../protocol/receipt/typed-event.js';
import type { TransactionRecord } from '../chain/records.js';
import { decodeRaw } from '../decode-raw.js';
import { type StateEvent, TypedEvents } from './token-event.js';

/** A mined transaction, decoded, with what it did. */
export type Outcome = {
  record: TransactionRecord;
  receipt: StacksReceipt;
  transaction: Transaction;
  sender: string;
  payer: string;
  /** Micro-STX. */
  fee: bigint;
  events: TypedEvents;
};

/** The last decoded transactions: a list is shown in steps, and asked for again. */
const recent = new LimitedMap<string, Outcome>(500);

/** Returns a mined transaction decoded; undefined for an operation on Bitcoin, which has no bytes of its own. */
export function outcomeOf(record: TransactionRecord): Outcome | undefined {
  const key = `${record.block.number} ${record.place}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const outcome = decodeOutcome(record);
  if (outcome === undefined) return undefined;
  recent.set(key, outcome);
  return outcome;
}

/** The same without remembering it. */
export function decodeOutcome(record: TransactionRecord): Outcome | undefined {
  const receipt = record.receipt();
  let transaction: Transaction;
  try {
    transaction = decodeRaw(receipt.rawTx);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
  return {
    record,
    receipt,
    transaction,
    sender: originAddress(transaction),
    payer: payerAddress(transaction),
    fee: transactionFee(transaction),
    events: typedEventsOf(receipt),
  };
}

/** The events of a transaction; an aborted one has none. */
export function typedEventsOf({ status, events, txid }: StacksReceipt): TypedEvents {
  return new TypedEvents(status === 'success' ? events : [], txid);
}

/** The events that are no prints. */
export function stateEvents(events: TypedEvents): StateEvent[] {
  return Array.from(events.others(), ([, event]) => event);
}

/** The contract that a transaction calls or deploys. */
export function contractOf(transaction: Transaction): string | undefined {
  const { payload } = transaction;
  if (payload.type === 'call') return `${encodeAddress(payload.address)}.${payload.contract}`;
  if (payload.type === 'deploy') return `${originAddress(transaction)}.${payload.name}`;
  return undefined;
}

/** Who gets the coins of a plain transfer. */
export function recipientOf({ payload }: Transaction): string | undefined {
  return payload.type === 'transfer' ? payload.recipient.text : undefined;
}

/**
 * Everybody whose transaction it is to the Stacks API: the sender, who pays the fee, the recipient of a transfer, the contract called or
 * deployed, and all that send or receive coins by an event. Not those that only print, lock or are named in post-conditions.
 */
export function participants(outcome: Outcome): Set<string> {
  const { transaction, sender, payer, events } = outcome;
  const found = new Set([sender, payer]);
  const others = [recipientOf(transaction), contractOf(transaction), ...stateEvents(events).flatMap(parties)];
  for (const other of others) if (other !== undefined) found.add(other);
  return found;
}

/** Who sends and who receives by an event. */
export function parties(event: TypedEvent): (string | undefined)[] {
  return 'action' in event ? [event.sender, event.recipient] : [];
}
