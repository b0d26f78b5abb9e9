import type { StacksTxReceipt } from '../devnet/types.js';
import { without0x } from '../hex.js';
import { isBytes } from '../is-bytes.js';
import { isRecord } from '../json.js';
import { memoText, valueText } from '../story/value-text.js';
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
    ['result', valueText(result.hex)],
    ...(reason?.split('\n') ?? []).map((line, index) => [index === 0 ? 'reason' : '', line]),
    ...events.map((event, index) => [`event ${index}`, eventText(event)]),
    ['cost', `runtime ${runtime}, ${readCount} reads, ${writeCount} writes`],
  ];
  return [`${what}: ${status}, in Stacks block ${block.height}`, ...table(rows, '  ')];
}

/** An event with its serialized values in Clarity's syntax, for example `print of ST….counter: {n: u1}`. */
function eventText(event: StacksTxReceipt['events'][number]): string {
  const { type } = event;
  const detail = event[type];
  const { contract_identifier: contract, topic, raw_value: raw, value: _, memo, ...facts } = isRecord(detail) ? detail : {};
  const value = raw === undefined ? undefined : valueText(String(raw));
  if (type === 'contract_event') return `${topic} of ${contract}: ${value}`;
  const shown = Object.entries({
    ...facts,
    value,
    memo: typeof memo === 'string' ? memoText(Buffer.from(without0x(memo), 'hex')) : undefined,
  })
    .filter(([, fact]) => fact !== undefined && fact !== null && typeof fact !== 'object')
    .map(([name, fact]) => `${name} ${fact}`);
  return `${type.replace(/_event$/, '')}: ${shown.join(', ')}`;
}

/** A value for JSON: bytes become hex with 0x. */
export function jsonValue(value: unknown): unknown {
  if (isBytes(value)) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(jsonValue);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)])) : value;
}
