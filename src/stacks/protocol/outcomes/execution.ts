import { field, type Json, readNumber, readObject, readText } from '../../../base/json.js';
import type { StacksEvent, StacksReceipt } from '../receipt/node-receipt.js';

/**
 * Reads the events that a node sends to its observers or in a replay, and sorts them by index: the node does not. @throws DevnetError RPC
 */
export function readEvents(values: readonly Json[]): StacksEvent[] {
  return values.map(readEvent).toSorted((a, b) => a.event_index - b.event_index);
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

/**
 * Parses the five counts of an execution's cost.
 * @param prefix of the fields' names @default none
 * @throws DevnetError RPC
 */
export function readCost(object: object, prefix = ''): StacksReceipt['cost'] {
  const count = (name: string): number => readNumber(object, `${prefix}${name}`);
  return {
    readCount: count('read_count'),
    readLength: count('read_length'),
    runtime: count('runtime'),
    writeCount: count('write_count'),
    writeLength: count('write_length'),
  };
}

/** Returns the Clarity VM's error; null without one. */
export function readVmError(transaction: object): string | null {
  const error = field(transaction, 'vm_error');
  return typeof error === 'string' ? error : null;
}
