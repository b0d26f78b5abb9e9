import type { FaucetCoin } from '../../network/faucet.js';
import { Durations } from './durations.js';

type Payment = { chain: 'bitcoin' | 'stacks'; coin: FaucetCoin };
/** A measurement: a payment, a wait or a request. Durations are in seconds. */
type Observation =
  | { type: 'request'; method: string; route: string; status: number; seconds: number }
  | ({ type: 'payment'; result: 'paid' | 'failed' } & Payment)
  | ({ type: 'wait'; result: 'confirmed' | 'timeout' | 'failed'; seconds: number } & Payment);

/** What a gateway has measured since it listens. */
export type Journal = {
  note(observation: Observation): void;
  readonly requests: Durations;
  readonly waits: Durations;
  /** Returns how many payments had which labels. */
  payments(): [labels: Record<string, string>, count: number][];
};

export function createJournal(): Journal {
  const [requests, waits] = [new Durations(), new Durations()];
  const payments = new Map<string, [labels: Record<string, string>, count: number]>();
  return {
    requests,
    waits,
    payments: () => [...payments.values()],
    note(observation) {
      if (observation.type === 'request') {
        const { method, route, status, seconds } = observation;
        return requests.note({ method, route, status: `${status}` }, seconds);
      }
      const { chain, coin, result } = observation;
      const labels = { chain, coin, result };
      if (observation.type === 'wait') return waits.note(labels, observation.seconds);
      const key = `${coin} ${result}`;
      payments.set(key, [labels, (payments.get(key)?.[1] ?? 0) + 1]);
    },
  };
}
