/** Something that was measured: a payment, a wait or a request. Durations in seconds. */
type Observation =
  | { type: 'request'; method: string; route: string; status: number; seconds: number }
  | { type: 'payment'; chain: 'bitcoin' | 'stacks'; result: 'paid' | 'failed' }
  | { type: 'wait'; chain: 'bitcoin' | 'stacks'; result: 'confirmed' | 'timeout' | 'failed'; seconds: number };

/** What was measured before anybody asked for it. */
export type Journal = {
  note(observation: Observation): void;
  /** Hands over what was noted, and from now on everything as it comes. */
  follow(reader: (observation: Observation) => void): void;
};

/** How many observations wait for a reader before it is called for. */
const ENOUGH = 1_000;

/** @param call called once, when so much waits that a reader is due */
export function createJournal(call: () => void): Journal {
  let waiting: Observation[] = [];
  let reader: ((observation: Observation) => void) | undefined;
  return {
    note(observation) {
      if (reader !== undefined) return reader(observation);
      waiting.push(observation);
      if (waiting.length === ENOUGH) call();
    },
    follow(next) {
      reader = next;
      for (const observation of waiting) next(observation);
      waiting = [];
    },
  };
}
