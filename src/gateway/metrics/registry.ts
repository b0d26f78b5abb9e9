import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { Services } from '../services.js';
import type { ChainCounts } from './chain-counts.js';
import type { Durations } from './durations.js';
import type { Journal } from './journal.js';

export type MetricsSources = Pick<Services, 'devnet' | 'policy' | 'version' | 'replicas'> & {
  counts: ChainCounts;
  journal: Journal;
};

/**
 * Creates the metrics of `/metrics` in a separate registry. As Prometheus recommends, names have base units and counters end in `_total`.
 * @returns the text and its content type, read from the sources when it is called
 */
export function createMetrics(sources: MetricsSources): () => Promise<{ text: string; contentType: string }> {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  if (sources.replicas !== undefined) registry.setDefaultLabels({ replica: sources.replicas.name });
  collectDefaultMetrics({ register: registry });
  const parts = [journalMetrics, chainMetrics, faucetMetrics, redisMetrics];
  const updates = parts.flatMap((part) => part(sources, registers));
  return async () => {
    for (const update of updates) await update();
    return { text: await registry.metrics(), contentType: registry.contentType };
  };
}

type Update = () => void | Promise<void>;

function journalMetrics({ journal }: MetricsSources, registers: Registry[]): Update[] {
  histogram('devnet_http_request_duration_seconds', 'Time from a request to the end of its answer', journal.requests, registers);
  histogram('devnet_wait_duration_seconds', 'Time that a faucet request waited for the block of its payment', journal.waits, registers);
  return [total('devnet_faucet_requests_total', 'Faucet requests over HTTP by result', journal.payments, registers)];
}

function chainMetrics({ devnet, counts, version, policy }: MetricsSources, registers: Registry[]): Update[] {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) => new Gauge({ name, help, labelNames, registers });
  const info = gauge('devnet_info', 'What runs; always 1', ['version', 'engine', 'epoch']);
  const ready = gauge('devnet_ready', 'Whether the network can be used, 1 or 0');
  const height = gauge('devnet_block_height', 'Height of the last block', ['chain']);
  const cycle = gauge('devnet_reward_cycle', 'Number of the present reward cycle');
  const mempool = gauge('devnet_mempool_transactions', 'Pending transactions, counted from events', ['chain']);
  const totals: [name: string, help: string, read: () => [labels: Record<string, string>, value: number][]][] = [
    [
      'devnet_blocks_total',
      'Blocks since the gateway runs',
      () => [
        [{ chain: 'bitcoin' }, counts.bitcoinBlocks],
        [{ chain: 'stacks' }, counts.stacksBlocks],
      ],
    ],
    ['devnet_stacks_tenures_total', 'Stacks tenures since the gateway runs', () => [[{}, counts.tenures]]],
    [
      'devnet_stacks_transactions_total',
      'Stacks transactions in blocks by outcome',
      () => [...counts.transactions].map(([status, value]) => [{ status }, value]),
    ],
    ['devnet_reorganisations_total', 'Reorganisations of either chain', () => [[{}, counts.reorganisations]]],
    ['devnet_restores_total', 'Snapshots restored', () => [[{}, counts.restores]]],
    ['devnet_stalls_total', 'Times that the network stood still', () => [[{}, counts.stalls]]],
    ['devnet_vm_runtime_units_total', 'Clarity runtime cost of transactions in blocks', () => [[{}, counts.cost.runtime]]],
    [
      'devnet_vm_operations_total',
      'Reads and writes of the Clarity VM by transactions in blocks',
      () => [
        [{ operation: 'read' }, counts.cost.readCount],
        [{ operation: 'write' }, counts.cost.writeCount],
      ],
    ],
    [
      'devnet_vm_bytes_total',
      'Bytes that the Clarity VM read and wrote by transactions in blocks',
      () => [
        [{ operation: 'read' }, counts.cost.readLength],
        [{ operation: 'write' }, counts.cost.writeLength],
      ],
    ],
    [
      'devnet_rate_limited_requests_total',
      'Requests and payments that the rate limit policy refused, by what it counted',
      () => [...(policy?.refused() ?? [])].map(([counted, value]) => [{ counted }, value]),
    ],
  ];
  return [
    async () => {
      const status = await devnet.status();
      info.reset();
      info.set({ version, engine: status.engine, epoch: status.epoch }, 1);
      ready.set(status.ready ? 1 : 0);
      height.set({ chain: 'bitcoin' }, status.bitcoin.height);
      height.set({ chain: 'stacks' }, status.stacks.height);
      cycle.set(status.cycle.id);
      mempool.set({ chain: 'bitcoin' }, counts.bitcoinMempool.size);
      mempool.set({ chain: 'stacks' }, devnet.history.mempool.size);
    },
    ...totals.map(([name, help, read]) => total(name, help, read, registers)),
  ];
}

function faucetMetrics({ devnet, counts }: MetricsSources, registers: Registry[]): Update[] {
  const sats = new Gauge({ name: 'devnet_faucet_balance_sats', help: 'What the BTC faucet has, in sats', registers });
  const ustx = new Gauge({ name: 'devnet_faucet_balance_ustx', help: 'What the STX faucet has, in micro-STX', registers });
  const sbtcSats = new Gauge({ name: 'devnet_faucet_balance_sbtc_sats', help: 'What the sBTC faucet has, in sats', registers });
  return [
    total(
      'devnet_faucet_payments_total',
      'Payments of the faucets, requested over HTTP or in code',
      () => [
        [{ chain: 'bitcoin', coin: 'btc' }, counts.payments.btc],
        [{ chain: 'stacks', coin: 'stx' }, counts.payments.stx],
        [{ chain: 'stacks', coin: 'sbtc' }, counts.payments.sbtc],
      ],
      registers,
    ),
    total('devnet_faucet_paid_sats_total', 'What the BTC faucet paid, in sats', () => [[{}, Number(counts.paid.btc)]], registers),
    total('devnet_faucet_paid_ustx_total', 'What the STX faucet paid, in micro-STX', () => [[{}, Number(counts.paid.stx)]], registers),
    total('devnet_faucet_paid_sbtc_sats_total', 'What the sBTC faucet paid, in sats', () => [[{}, Number(counts.paid.sbtc)]], registers),
    async () => {
      const { btc, stx, sbtc } = await devnet.faucetBalances();
      sats.set(Number(btc));
      ustx.set(Number(stx));
      sbtcSats.set(Number(sbtc));
    },
  ];
}

function redisMetrics({ replicas }: MetricsSources, registers: Registry[]): Update[] {
  if (replicas === undefined) return [];
  const up = new Gauge({ name: 'devnet_redis_up', help: 'Whether the shared Redis is connected, 1 or 0', registers });
  return [() => up.set(replicas.isUp() ? 1 : 0)];
}

/** Creates a counter that reads its value elsewhere. */
function total(name: string, help: string, read: () => [labels: Record<string, string>, value: number][], registers: Registry[]): Update {
  const labelNames = read().flatMap(([labels]) => Object.keys(labels));
  const known = [...new Set([...labelNames, ...(LABELS[name] ?? [])])];
  const counter = new Counter({ name, help, labelNames: known, registers });
  return () => {
    counter.reset();
    for (const [labels, value] of read()) counter.inc(labels, value);
  };
}

/** Adds a histogram that is counted elsewhere. Of a metric, the library reads only its name and what `get` returns. */
function histogram(name: string, help: string, durations: Durations, registers: Registry[]): void {
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: durations.values(name) });
  for (const registry of registers) registry.registerMetric({ name, get } as unknown as Metric);
}

/** The labels of counters that may have no value at first. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  devnet_stacks_transactions_total: ['status'],
  devnet_rate_limited_requests_total: ['counted'],
  devnet_faucet_requests_total: ['chain', 'coin', 'result'],
};
