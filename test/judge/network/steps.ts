import fc from 'fast-check';

/** Through which door a request goes: a function of the network, one of a connection to its gateway, or HTTP. */
export const DOORS = ['code', 'connection', 'http'] as const;

export const READS = [
  ...['status', 'balances', 'costs', 'snapshots', 'chaos.active', 'sbtc.deposits', 'sbtc.withdrawals', 'sbtc.configuration', 'listClones'],
  ...[
    'logs',
    'log',
    'nodes',
    'project',
    'balance',
    'sbtc.balance',
    'stacks.trace',
    'stacks.profile',
    'simulations.one',
    'simulations.steps',
  ],
  ...['wait', 'bitcoin.waitForTx', 'stacks.waitForTx', 'stacks.waitForAnchor', 'events', 'replay', 'writeCoverage'],
  ...['bridge.waitForDeposit', 'bridge.waitForWithdrawal'],
] as const;
export const SENDS = ['transfer', 'put', 'take', 'fail', 'deploy', 'too much'] as const;
export const CHAOS = ['drop', 'delay', 'emptyTenures', 'noCommits', 'silentSigner', 'stoppedNode', 'rpcFaults'] as const;
export const SETS = ['stx', 'ft', 'nft', 'var', 'map', 'unmap', 'nonce', 'time'] as const;
export const HOWS = ['copy', 'file', 'load', 'restart', 'fork'] as const;

/** One step. `n` counts backwards in what earlier steps made. Whoever is named by a number is an account of the network. */
export type Step =
  | { do: 'pay'; door: number; coin: 'stx' | 'btc' | 'sbtc'; to: number; amount: number; wait: boolean }
  | { do: 'send'; kind: number; from: number; to: number; amount: number; wait: boolean }
  | { do: 'twice'; from: number; to: number; amount: number }
  | { do: 'deposit'; door: number; to: number; amount: number; wait: boolean }
  | { do: 'withdraw'; door: number; from: number; amount: number; wait: boolean }
  | { do: 'bridge'; door: number; what: 'step' | 'auto' | 'manual' | 'fee' | 'reject deposit' | 'reject withdrawal'; n: number }
  | { do: 'mine'; door: number; chain: 'bitcoin' | 'stacks'; blocks: number }
  | { do: 'until'; blocks: number }
  | { do: 'mode'; door: number; chain: 'bitcoin' | 'stacks'; mode: 'auto' | 'manual' | 'interval' }
  | { do: 'snapshot'; door: number; name: boolean }
  | { do: 'restore'; door: number; n: number }
  | { do: 'forget'; door: number; n: number }
  | { do: 'two'; door: number }
  | { do: 'dump'; door: number }
  | { do: 'load'; door: number; n: number }
  | { do: 'become'; how: number }
  | { do: 'copy'; door: number; ports: boolean; amount: number }
  | { do: 'set'; door: number; what: number; who: number; amount: number }
  | { do: 'chaos'; door: number; kind: number; n: number; count: number }
  | { do: 'calm'; door: number; n: number; all: boolean }
  | { do: 'reorg'; door: number; blocks: number }
  | { do: 'read'; door: number; what: number; n: number }
  | { do: 'impersonate'; door: number; to: number; amount: number }
  | { do: 'refused'; door: number; row: number; how: number }
  | { do: 'beside'; lag: number; steps: Step[] };

/** All names that a table of what was reached has for a step. */
export const STEP_NAMES: readonly string[] = [
  ...['pay', 'twice', 'deposit', 'withdraw', 'bridge', 'mine', 'until', 'mode', 'snapshot', 'restore', 'forget', 'two', 'dump', 'load'],
  ...['copy', 'set', 'calm', 'reorg', 'read', 'impersonate', 'refused', 'beside'],
  ...SENDS.map((kind) => `send ${kind}`),
  ...HOWS.map((how) => `become ${how}`),
  ...CHAOS.map((kind) => `chaos.${kind}`),
];

const door = fc.nat(DOORS.length - 1);
const who = fc.nat(7);
const n = fc.nat(5);
const amount = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 1_000 }) }, fc.integer({ min: 1, max: 5_000_000 }));
const chain = fc.constantFrom('bitcoin' as const, 'stacks' as const);
const wait = fc.boolean();
const record = fc.record;
const coin = fc.constantFrom('stx' as const, 'btc' as const, 'sbtc' as const);

const pay = record({ do: fc.constant('pay' as const), door, coin, to: who, amount, wait });
const send = record({ do: fc.constant('send' as const), kind: fc.nat(SENDS.length - 1), from: who, to: who, amount, wait });
const mine = record({ do: fc.constant('mine' as const), door, chain, blocks: fc.integer({ min: 1, max: 4 }) });
const mode = record({
  do: fc.constant('mode' as const),
  door,
  chain,
  mode: fc.oneof(
    { weight: 4, arbitrary: fc.constant('auto' as const) },
    { weight: 4, arbitrary: fc.constant('manual' as const) },
    fc.constant('interval' as const),
  ),
});
const snapshot = record({ do: fc.constant('snapshot' as const), door, name: fc.boolean() });
const restore = record({ do: fc.constant('restore' as const), door, n });
const dump = record({ do: fc.constant('dump' as const), door });
const load = record({ do: fc.constant('load' as const), door, n });
const forget = record({ do: fc.constant('forget' as const), door, n });
const reorg = record({ do: fc.constant('reorg' as const), door, blocks: fc.integer({ min: 1, max: 5 }) });
const deposit = record({ do: fc.constant('deposit' as const), door, to: who, amount, wait });
const withdraw = record({ do: fc.constant('withdraw' as const), door, from: who, amount, wait });

/** What may happen at the same time. */
const concurrent: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: pay },
  { weight: 3, arbitrary: restore },
  { weight: 3, arbitrary: snapshot },
  { weight: 2, arbitrary: send },
  { weight: 2, arbitrary: mine },
  { weight: 1, arbitrary: dump },
  { weight: 1, arbitrary: load },
  { weight: 1, arbitrary: forget },
  { weight: 1, arbitrary: reorg },
  { weight: 1, arbitrary: mode },
  { weight: 1, arbitrary: deposit },
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: pay },
  { weight: 8, arbitrary: send },
  { weight: 2, arbitrary: record({ do: fc.constant('twice' as const), from: who, to: who, amount }) },
  { weight: 3, arbitrary: deposit },
  { weight: 3, arbitrary: withdraw },
  {
    weight: 3,
    arbitrary: record({
      do: fc.constant('bridge' as const),
      door,
      what: fc.constantFrom('step' as const, 'auto', 'manual', 'fee', 'reject deposit', 'reject withdrawal'),
      n,
    }),
  },
  { weight: 5, arbitrary: mine },
  { weight: 1, arbitrary: record({ do: fc.constant('until' as const), blocks: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 5, arbitrary: mode },
  { weight: 4, arbitrary: snapshot },
  { weight: 4, arbitrary: restore },
  { weight: 1, arbitrary: forget },
  { weight: 2, arbitrary: record({ do: fc.constant('two' as const), door }) },
  { weight: 2, arbitrary: dump },
  { weight: 2, arbitrary: load },
  { weight: 3, arbitrary: record({ do: fc.constant('become' as const), how: fc.nat(HOWS.length - 1) }) },
  { weight: 2, arbitrary: record({ do: fc.constant('copy' as const), door, ports: fc.boolean(), amount }) },
  { weight: 4, arbitrary: record({ do: fc.constant('set' as const), door, what: fc.nat(SETS.length - 1), who, amount }) },
  {
    weight: 4,
    arbitrary: record({
      do: fc.constant('chaos' as const),
      door,
      kind: fc.nat(CHAOS.length - 1),
      n: who,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: record({ do: fc.constant('calm' as const), door, n, all: fc.boolean() }) },
  { weight: 4, arbitrary: reorg },
  { weight: 12, arbitrary: record({ do: fc.constant('read' as const), door, what: fc.nat(READS.length - 1), n }) },
  { weight: 1, arbitrary: record({ do: fc.constant('impersonate' as const), door, to: who, amount }) },
  { weight: 8, arbitrary: record({ do: fc.constant('refused' as const), door, row: fc.nat(99), how: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: record({ do: fc.constant('beside' as const), lag: fc.nat(40), steps: fc.array(concurrent, { minLength: 2, maxLength: 4 }) }),
  },
);
