import { isRecord } from '../../../base/json.js';
import type { StacksEvent, StacksReceipt } from '../receipt/node-receipt.js';
import { REPLAY_PARTS, type ReplayDifference, type ReplayPart, type StacksReplay } from './replay.js';

const COSTS = ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const;

type Replayed = Pick<StacksReplay, 'status' | 'result' | 'events' | 'cost'>;

/** Compares a replay with what a network reported. */
export function compareReplay(
  replayed: Replayed,
  reported: StacksReceipt | { reason: string },
): Pick<StacksReplay, 'isEqual' | 'differences' | 'notReported'> {
  if (!('status' in reported)) return { isEqual: true, differences: [], notReported: [...REPLAY_PARTS] };
  const { unknown = [] } = reported;
  const notReported = (['events', 'cost'] as const).filter((part) => unknown.includes(part));
  const differences: ReplayDifference[] = [];
  const compare = (part: ReplayPart, mine: string, theirs: string): void => {
    if (mine !== theirs) differences.push({ part, replayed: mine, reported: theirs });
  };
  compare('status', replayed.status, reported.status);
  compare('result', replayed.result.hex, reported.rawResult);
  if (!unknown.includes('events')) {
    const theirs = [...reported.events].filter(({ committed }) => committed);
    for (let at = 0; at < Math.max(replayed.events.length, theirs.length); at++) {
      const event = theirs[at];
      compare('events', `${at}: ${describe(replayed.events[at], event)}`, `${at}: ${describe(event, event)}`);
    }
  }
  if (!unknown.includes('cost'))
    for (const name of COSTS) compare('cost', `${name} ${replayed.cost[name]}`, `${name} ${reported.cost[name]}`);
  return { isEqual: differences.length === 0, differences, notReported };
}

/** Writes the fields of an event that the network reports: an API leaves some out. */
function describe(event: { type: string; [detail: string]: unknown } | undefined, like: StacksEvent | undefined): string {
  if (event === undefined) return 'none';
  const detail = event[event.type];
  if (!isRecord(detail)) return event.type;
  const known = like?.[like.type];
  const names = Object.keys(isRecord(known) ? known : detail).filter(
    (name) => name !== 'value' && (!isRecord(known) || known[name] !== undefined),
  );
  return `${event.type} ${JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, detail[name]])))}`;
}
