import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Networks } from './networks.js';

/** The metrics of a pool, for Prometheus. */
export type PoolMetrics = {
  /** Notes how long a client waited for a network, in seconds. */
  taken(seconds: number): void;
  read(counts: ReturnType<Networks['counts']>): Promise<{ text: string; contentType: string }>;
};

const SECONDS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300];

export function createPoolMetrics(): PoolMetrics {
  const registry = new Registry();
  const registers = [registry];
  const waits = new Histogram({
    name: 'devnet_pool_wait_seconds',
    help: 'Time from a request for a network to the network',
    buckets: SECONDS,
    registers,
  });
  const networks = new Gauge({ name: 'devnet_pool_networks', help: 'Networks by state', labelNames: ['state'], registers });
  const waiting = new Gauge({ name: 'devnet_pool_waiting', help: 'Clients that wait for a network', registers });
  const ended = new Counter({
    name: 'devnet_pool_leases_ended_total',
    help: 'Leases that ended, by reason',
    labelNames: ['reason'],
    registers,
  });
  return {
    taken: (seconds) => waits.observe(seconds),
    async read({ ended: reasons, waiting: clients, ...states }) {
      for (const [state, count] of Object.entries(states)) networks.set({ state }, count);
      waiting.set(clients);
      ended.reset();
      for (const [reason, count] of Object.entries(reasons)) ended.inc({ reason }, count);
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
