import { type PoxEvent, uintOf } from '../../history/lookup/pox-events.js';
import { poxField } from './show-event.js';

/** A principal with STX locked for a signer in one cycle. */
export type Stacker = { event: PoxEvent; signerKey: string | undefined; type: 'solo' | 'pooled' };

const COMMITS = ['stack-aggregation-commit-indexed', 'stack-aggregation-commit'];
const DELEGATED = ['delegate-stack-stx', 'delegate-stack-increase', 'delegate-stack-extend'];
// Increases do not count in the API, so that a stacker keeps the amount of the last call that locked or extended.
const SOLO = ['stack-stx', 'stack-extend'];

/** The stackers of a cycle by the events of pox-4, each with its last one. @param events oldest first */
export function stackersOf(events: readonly PoxEvent[], cycle: number): Stacker[] {
  const signers = lastByStacker(
    events.filter((event) => COMMITS.includes(event.name) && cyclesOf(event).join() === [cycle, cycle + 1].join()),
  );
  const inCycle = events.filter((event) => {
    const [start, end] = cyclesOf(event);
    return start !== undefined && end !== undefined && start <= cycle && end > cycle;
  });
  const pooled = [...lastByStacker(inCycle.filter(({ name }) => DELEGATED.includes(name))).values()].map((event): Stacker => {
    const commit = signers.get(poxField(event, 'delegator') ?? '');
    return { event, signerKey: commit && poxField(commit, 'signer-key'), type: 'pooled' };
  });
  const solo = [...lastByStacker(inCycle.filter(({ name }) => SOLO.includes(name))).values()].map(
    (event): Stacker => ({ event, signerKey: poxField(event, 'signer-key'), type: 'solo' }),
  );
  return [...pooled, ...solo];
}

/** The first cycle of an event and the one after its last. */
function cyclesOf({ fields }: PoxEvent): [number | undefined, number | undefined] {
  const [start, end] = [uintOf(fields.get('start-cycle-id')), uintOf(fields.get('end-cycle-id'))];
  return [start === undefined ? undefined : Number(start), end === undefined ? undefined : Number(end)];
}

function lastByStacker(events: readonly PoxEvent[]): Map<string, PoxEvent> {
  return new Map(events.map((event) => [event.stacker, event]));
}
