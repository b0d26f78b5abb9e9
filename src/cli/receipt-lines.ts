import { jsonValue } from '../base/json.js';
import type { StacksTxReceipt } from '../network/data.js';
import { eventText, valueText } from '../tools/story.js';
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
