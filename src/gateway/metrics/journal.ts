import type { FaucetCoin } from '../../faucet/types.js';

/** A measurement: a payment, a wait or a request. Durations are in seconds. */
type Observation =
  | { type: 'request'; method: string; route: string; status: number; seconds: number }
  | { type: 'payment'; chain: 'bitcoin' | 'stacks'; coin: FaucetCoin; result: 'paid' | 'failed' }
  | { type: 'wait'; chain: 'bitcoin' | 'stacks'; coin: FaucetCoin; result: 'confirmed' | 'timeout' | 'failed'; seconds: number };

/** Buffers measurements until the metrics library is loaded. */
export type Journal = {
  note(observation: Observation): void;
  /** Passes on the buffered observations, then each new one. */
  follow(reader: (observation: Observation) => void): void;
};

/** The number of buffered observations that triggers the load of the reader. */
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
