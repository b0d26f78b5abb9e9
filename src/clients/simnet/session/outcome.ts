import { invalid } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { parseValueHex, type Value } from '../../../clarity/values.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import type { Names } from './names.js';

/** What a transaction or a call returned: a serialized Clarity value with 0x, and events without decoded values. */
export type Outcome = { result: string; events: { event: string; data: Record<string, unknown> }[] };

/** Serialized values: `(ok true)`, `true` and `none`. */
export const OK_TRUE = '0x0703';
export const TRUE = '0x03';
export const NONE = '0x09';

/** Takes the value that the last event prints for the result. Nodes do not report the values of a contract that is deployed. */
export function printedOutcome({ events }: Outcome): Outcome {
  const last = events.at(-1)?.data['raw_value'];
  return typeof last === 'string' ? { result: last, events: events.slice(0, -1) } : { result: NONE, events };
}

/** Returns a result and the events of a receipt in the words of a simnet. A transaction that was rolled back has no events. */
export function outcomeOf({ status, events }: StacksTxReceipt, result: string, names: Names): Outcome {
  return { result: names.fromNetwork(result), events: status === 'success' ? events.map((event) => showEvent(event, names)) : [] };
}

function showEvent({ type, ...event }: StacksTxReceipt['events'][number], names: Names): Outcome['events'][number] {
  const detail = event[type as keyof typeof event];
  const { value: _decoded, ...data } = isRecord(detail) ? detail : {};
  // A node pads the memo of a transfer to 34 bytes.
  if (typeof data['memo'] === 'string') data['memo'] = data['memo'].replace(/(?:00)+$/, '');
  for (const [key, text] of Object.entries(data)) if (typeof text === 'string') data[key] = names.fromNetwork(text);
  return { event: type === 'contract_event' ? 'print_event' : type, data };
}

/** Reads serialized arguments. @throws DevnetError INVALID_INPUT */
export function readValues(args: readonly string[]): Value[] {
  return args.map((hex, index) => {
    const value = parseValueHex(hex);
    if (value === undefined) throw invalid(`args[${index}]`, 'a Clarity value', hex);
    return value;
  });
}
