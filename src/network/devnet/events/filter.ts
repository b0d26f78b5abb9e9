import { addressHint } from '../../../base/address-hint.js';
import type { Advice } from '../../../base/advice.js';
import { invalid } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { atOnce } from '../../../base/turns.js';
import { unknownName } from '../../../base/unknown-name.js';
import { findPrincipal } from '../../../clarity/values.js';
import type { IsWanted } from '../../../stacks/receipt.js';
import {
  type ContractEvent,
  contractEvent,
  countPrints,
  type DecodedEvent,
  type DecodedReceipt,
  eachEvent,
  extendReceipt,
} from '../../../stacks/receipt.js';
import type { DevnetBlockEvent, DevnetEvent } from './event.js';

/** Which events of contracts a listener wants; with both, an event must match both. */
export type EventFilter = {
  /** The contract that printed, for example `ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter`. */
  contract?: string | undefined;
  /** The node's topic, which is `print`, or the text in the field `topic` or `event` of a printed tuple. */
  topic?: string | undefined;
};

/** Selects the part of an event that a listener wants, in steps; undefined if it wants none of it. */
export type PickEvent = (event: DevnetEvent) => Generator<void, DevnetEvent | undefined>;

/** How many events are read in one step. */
const STEP = 500;

const NAMES = ['contract', 'topic'] as const;
/** The fields of a printed tuple that name it, by convention. */
const TOPIC_FIELDS = ['topic', 'event'] as const;

/**
 * Creates the function that applies a filter. Blocks keep the transactions and events that match; blocks without any are left out.
 * `stacks.reorg` and `restored`, which undo blocks, pass; all other events are left out.
 * @param most how many matching events of a transaction stay; the others are counted as `omittedEvents` @default all
 * @returns undefined for a filter that excludes nothing @throws DevnetError INVALID_INPUT
 */
export function createPick(filter: EventFilter | undefined, most = Number.POSITIVE_INFINITY): PickEvent | undefined {
  const { contract, topic } = checkFilter(filter);
  if (contract === undefined && topic === undefined) return undefined;
  const wanted: Wanted = {
    mayPrint: (printer) => printer !== undefined && (contract === undefined || printer === contract),
    has: topic === undefined ? undefined : (printed) => topicsOf(printed).includes(topic),
    most,
  };
  return function* (event) {
    if (event.type === 'stacks.reorg' || event.type === 'restored') return event;
    return event.type === 'stacks.block' ? yield* pickFromBlock(event, wanted) : undefined;
  };
}

/** Returns a listener that gets only what the filter leaves. @throws DevnetError INVALID_INPUT */
export function withFilter(listener: (event: DevnetEvent) => void, filter: EventFilter | undefined): (event: DevnetEvent) => void {
  const pick = createPick(filter);
  if (pick === undefined) return (event) => listener(event);
  return (event) => {
    const picked = atOnce(pick(event));
    if (picked !== undefined) listener(picked);
  };
}

/** `mayPrint` excludes events that are then not decoded. Without `has`, all others match. */
type Wanted = { mayPrint: IsWanted; has: ((printed: ContractEvent) => boolean) | undefined; most: number };

function* pickFromBlock(block: DevnetBlockEvent, { mayPrint, has, most }: Wanted): Generator<void, DevnetBlockEvent | undefined> {
  const receipts: DecodedReceipt[] = [];
  for (const receipt of block.receipts) {
    const events: DecodedEvent[] = [];
    let count = 0;
    let read = 0;
    for (const event of eachEvent(receipt, mayPrint)) {
      const printed = contractEvent(event);
      if (printed !== undefined && (has === undefined || has(printed)) && ++count <= most) events.push(event);
      if (has === undefined && count === most) {
        // The others need not be decoded.
        count = countPrints(receipt, mayPrint);
        break;
      }
      if (++read % STEP === 0) yield;
    }
    const omittedEvents = count - events.length;
    if (events.length > 0) receipts.push(extendReceipt(receipt, { events, ...(omittedEvents > 0 && { omittedEvents }) }));
  }
  if (receipts.length === 0) return undefined;
  const { unknownOutcomes: _, ...rest } = block;
  return { ...rest, receipts };
}

function topicsOf({ topic, value }: ContractEvent): unknown[] {
  const fields = isRecord(value?.json) ? value.json : {};
  return [topic, ...TOPIC_FIELDS.map((name) => fields[name])];
}

function checkFilter(filter: unknown): EventFilter {
  if (filter === undefined) return {};
  if (!isRecord(filter)) throw invalid('filter', 'an object {contract?, topic?}', filter);
  const unknown = Object.keys(filter).find((name) => !NAMES.some((known) => known === name));
  if (unknown !== undefined) throw unknownName(unknown, 'key of a filter', NAMES, 'The keys are contract and topic.');
  const { contract, topic } = filter;
  if (contract !== undefined && !isContract(contract)) {
    const hint = typeof contract === 'string' && contract !== '' && !contract.includes('.') ? nameHint(contract) : undefined;
    throw invalid('contract', 'the principal of a contract, for example ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter', contract, hint);
  }
  if (topic !== undefined && (typeof topic !== 'string' || topic === '')) throw invalid('topic', 'text', topic);
  return { contract, topic };
}

function isContract(value: unknown): value is string {
  return typeof value === 'string' && findPrincipal(value)?.name !== undefined;
}

function nameHint(text: string): string | Advice {
  if (findPrincipal(text) !== undefined) return 'This is an account. Add a dot and the name of the contract.';
  return addressHint(text, 'stx') ?? "Put the deployer's address and a dot before the name.";
}
