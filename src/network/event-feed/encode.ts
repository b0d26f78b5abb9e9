import { toJson } from '../../base/json.js';
import { atOnce, inTurns } from '../../base/turns.js';
import { encodedEvents, encodedSize, limitEvents } from '../../stacks/receipt.js';
import type { DevnetEvent } from '../data.js';
import type { PickEvent } from '../devnet/events/filter.js';
import type { FeedItem } from './feed-item.js';

/** An encoded event, or one that is still being encoded; undefined if there is nothing to send. */
export type SharedText = Buffer | undefined | Promise<Buffer | undefined>;

/** Beyond so many transactions an event is encoded in steps. */
const FEW = 50;

/** Encodes an event of a feed as a server-sent event: a large one while others get their turns. */
export function encodeEvent(id: number, event: FeedItem, pick: PickEvent | undefined): SharedText {
  const steps = encodeSteps(id, event, pick);
  return isLarge(event) ? inTurns(steps) : atOnce(steps);
}

/** Returns about how many bytes an event takes that are not text yet. */
export function sizeOf(event: FeedItem): number {
  if (event.type !== 'stacks.block') return 0;
  return event.receipts.reduce((sum, receipt) => sum + receipt.rawTx.length + encodedSize(receipt), 0);
}

function isLarge(event: FeedItem): boolean {
  return event.type === 'stacks.block' && (event.receipts.length > FEW || event.receipts.some(encodedEvents));
}

function* encodeSteps(id: number, event: FeedItem, pick: PickEvent | undefined): Generator<void, Buffer | undefined> {
  if (event.type === 'gap') return format(id, event.type, toJson({ ...event, next: id + 1 }));
  const picked = pick === undefined ? event : yield* pick(event);
  if (picked === undefined) return undefined;
  return format(id, picked.type, picked.type === 'stacks.block' ? yield* blockSteps(picked) : toJson(picked));
}

function* blockSteps({ receipts, ...block }: Extract<DevnetEvent, { type: 'stacks.block' }>): Generator<void, string> {
  const texts: string[] = [];
  for (const receipt of receipts) {
    texts.push(toJson(limitEvents(receipt)));
    yield;
  }
  return `${toJson(block).slice(0, -1)},"receipts":[${texts.join(',')}]}`;
}

function format(id: number, type: string, json: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`);
}
