import { isRecord } from '../../../base/json.js';
import { displayValue, type PlainValue, parseValueHex, plainValue } from '../../../clarity/values.js';
import type { StacksEvent, StacksReceipt } from './node-receipt.js';

/** What a contract printed: as Clarity writes it, and as JSON. */
export type PrintedValue = { repr: string; json: PlainValue };

/** The details of a `contract_event`. */
export type ContractEvent = {
  contract_identifier: string;
  /** `print`: nodes know no other topic. */
  topic: string;
  /** The serialized Clarity value, with 0x. */
  raw_value: string;
  /** The decoded value; absent if it is nested more than 16 levels deep. */
  value?: PrintedValue | undefined;
};

/** An event as users get it: the node's, with a decoded value if a contract printed it. */
export type DecodedEvent = StacksEvent & { contract_event?: ContractEvent };
export type DecodedReceipt = Omit<StacksReceipt, 'events'> & {
  events: DecodedEvent[];
  /** How many events after those in `events` a message of the HTTP API leaves out. @default none */
  omittedEvents?: number | undefined;
};

/** Returns the details of a contract's event; undefined for other events. */
export function contractEvent(event: StacksEvent): ContractEvent | undefined {
  const detail = event.type === 'contract_event' ? event['contract_event'] : undefined;
  if (!isRecord(detail)) return undefined;
  const { contract_identifier, topic, raw_value } = detail;
  if (typeof contract_identifier !== 'string' || typeof topic !== 'string' || typeof raw_value !== 'string') return undefined;
  return detail as ContractEvent;
}

/** Adds its decoded value to an event of a contract. The given event stays as it is; the value is decoded when it is read first. */
export function decodeEvent(event: StacksEvent): DecodedEvent {
  const detail = contractEvent(event);
  return detail === undefined || 'value' in detail ? (event as DecodedEvent) : { ...event, contract_event: withValue(detail) };
}

function withValue(detail: ContractEvent): ContractEvent {
  let decoded: { value: PrintedValue | undefined } | undefined;
  return {
    ...detail,
    get value() {
      decoded ??= { value: decode(detail.raw_value) };
      return decoded.value;
    },
  };
}

function decode(hex: string): PrintedValue | undefined {
  const value = parseValueHex(hex);
  return value && { repr: displayValue(value), json: plainValue(value) };
}
