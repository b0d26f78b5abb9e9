import { repr } from '../chains/stacks/codec/value/repr.js';
import { parseValueHex } from '../chains/stacks/codec/value/value-reader.js';
import type { StacksTxReceipt } from '../devnet/types.js';
import { isRecord } from '../json.js';
import { exitStatus } from './exit-status.js';
import { type Output, table } from './output.js';

/**
 * Prints a receipt, or the txid of a transaction that was not waited for.
 * @param what was done, for example `add of ST….counter`
 * @returns the exit status: an aborted transaction did not do what the command was for
 */
export function printSent(output: Output, what: string, sent: string | StacksTxReceipt): number {
  if (typeof sent === 'string') {
    if (output.json) output.object({ txid: sent });
    else output.line(sent);
    return exitStatus.done;
  }
  if (output.json) output.object(jsonValue(sent));
  else for (const line of receiptLines(what, sent)) output.line(line);
  return sent.status === 'success' ? exitStatus.done : exitStatus.failed;
}

/** Formats a receipt for people. */
function receiptLines(what: string, { txid, status, result, reason, events, cost, block }: StacksTxReceipt): string[] {
  const { runtime, readCount, writeCount } = cost;
  const rows = [
    ['txid', txid],
    ['result', result.repr],
    ...(reason === undefined ? [] : [['reason', reason]]),
    ...events.map((event, index) => [`event ${index}`, eventText(event)]),
    ['cost', `runtime ${runtime}, ${readCount} reads, ${writeCount} writes`],
  ];
  return [`${what}: ${status}, in Stacks block ${block.height}`, ...table(rows, '  ')];
}

/** An event as the node reports it, with serialized values in Clarity's syntax. */
function eventText(event: StacksTxReceipt['events'][number]): string {
  const detail = event[event.type];
  const facts = isRecord(detail) ? Object.entries(detail) : [];
  const shown = facts.flatMap(([name, value]) => {
    if (name === 'value' || value === null || value === '' || typeof value === 'object') return [];
    return [`${name.replace(/^raw_/, '')} ${name === 'raw_value' ? valueText(String(value)) : value}`];
  });
  return [event.type.replace(/_event$/, ''), ...shown].join(', ');
}

function valueText(hex: string): string {
  const value = parseValueHex(hex);
  return value === undefined ? hex : repr(value);
}

/** A value for JSON: bytes become hex with 0x. */
export function jsonValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(jsonValue);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)])) : value;
}
