import type { Comparison } from './compare/compare.js';
import { comparisonTable, markdown } from './compare/table.js';
import type { Growth } from './growth/curves.js';
import { growthTable } from './growth/table.js';
import type { Figure } from './measure.js';
import { type Suites, suitesTable } from './suite/suites.js';

/** What `npm run bench -- --json FILE` writes. */
type BenchResult = {
  machine: { node: string; platform: string; cores: number; cpu: string; load: number; date: string };
  figures: Figure[];
};

/** The runs that docs/performance.md shows. */
export type Runs = {
  embedded: BenchResult;
  anvil: Comparison;
  simnet: Comparison;
  bitcoind: Comparison;
  electrs: Comparison | undefined;
  growth: Growth;
  suite: Suites;
  browsers: BenchResult;
  readers: BenchResult;
};

/** Returns docs/performance.md. */
export function performanceReport({ embedded, anvil, simnet, bitcoind, electrs, growth, suite, browsers, readers }: Runs): string {
  return `${embeddedReport(embedded)}
## A suite of tests

${runOf(suite.machine)}

${markdown(suitesTable(suite))}

200 tests in 20 files run with Vitest, in ${suite.rounds} rounds, alternately. Each test has a chain of its own: it funds an account, deploys a contract, calls it five times, and reads its state and its
events. The empty suite has as many tests that do nothing, and shows what Vitest itself needs. Anvil has one process for each file, and each test returns to a
snapshot. Each test of the simnet has a session of its own.

## In a browser

The run: ${machineOf(browsers.machine)}.

${markdown(figureRows(browsers.figures))}

A page imports \`stacks-devnet/browser\`, starts a network and pays. The pages are opened one after another in one browser, alternately with empty ones. The server allows a browser to keep its files for ten minutes, as static hosts do, so that later pages find them, and their compiled code.

## Many readers

The run: ${machineOf(readers.machine)}.

${markdown(figureRows(readers.figures))}

The clients of each group share one process with the measurement, which takes a part of the two processors. A group has a network of its own. Each polling client opens a connection of its own with its first request. Websockets follow one account, and each gets every update of its transfers, 50 per second. The network disconnects [clients that do not read](observe.md#clients-of-the-stacks-api). 400 accounts have 25 pending transactions each. Each contract has a variable, a map, a token and nine functions.

## Beside Anvil

${runOf(anvil.machine)}

${markdown(comparisonTable(anvil))}

Both networks start, get the same requests from the same HTTP client, and end, alternately, ${anvil.rounds} times. A ratio is the median of the ratios of all turns, with its 95 % confidence interval; E is an
empty Node program. Anvil's receipts are requested until there is one, those of this network with the route that waits. The 20 clients begin after the
2,000 transfers of the one client: this network is faster then than at first, because V8 has optimised it, and Anvil is slower. \`restore\` is \`evm_revert\`.

## Beside Clarinet's simnet

${runOf(simnet.machine)}

${markdown(comparisonTable(simnet))}

Both run the same program in a process for each turn, ${simnet.rounds} times: it imports the simnet ([simnet suites](clarinet.md#run-simnet-suites)), starts it twice with the same project, and calls a counter 2,000 times in sequence. Both are called in the process, without HTTP.

## Beside bitcoind

${runOf(bitcoind.machine)}

${markdown(comparisonTable(bitcoind))}

Both start with an empty chain, and get the same requests over one connection, alternately, ${bitcoind.rounds} times. The other side is \`stacks-devnet node bitcoin\`.

There is no comparison with an Esplora server beside bitcoind: the one that serves this API is Blockstream's fork of electrs, which is published as source on GitHub only. The time of the embedded one is in the first table.
${electrs === undefined ? '' : electrsReport(electrs)}
## Growth

${runOf(growth.machine)}

![Time from send to confirmed, time of a restore, and resident memory, as transactions and Bitcoin blocks grow](pictures/growth.svg)

${markdown(growthTable(growth))}

One network gets transactions, another Bitcoin blocks. \`npm run bench -- --growth\` measures up to 10,000 of them, \`--most 1000000\` a million transactions and 100,000 blocks. The first rows include the warm-up of the process. Compare rows of one run only: machines differ.
`;
}

function electrsReport(electrs: Comparison): string {
  return `
## Beside electrs

${runOf(electrs.machine)}

${markdown(comparisonTable(electrs))}

Both answer the Electrum protocol for an empty chain that grows by the same requests, alternately, ${electrs.rounds} times. One side is electrs with a bitcoind, the other \`stacks-devnet node bitcoin --electrum\`. Memory and start of the first are those of both
processes together. The client subscribes to the address before it asks, as wallets do. electrs drops the announcement of a block that comes while it handles another one (\`src/p2p.rs\`), and finds it at its next look, after ten seconds.
`;
}

function runOf({ date, node, platform, cores, load }: Comparison['machine']): string {
  return (
    `The run: ${date}, Node ${node.replace(/^v/, '')}, ${platform}, ${cores} cores, ` +
    `load average ${load.start} at the start and ${load.end} at the end.`
  );
}

function embeddedReport({ machine, figures }: BenchResult): string {
  const { cores } = machine;
  return `# Performance

Figures of the embedded engine. \`npm run bench\` measures them, and \`npm run bench:docs\` generates this page.

The run: ${machineOf(machine)}. A load average above ${cores} means that other
programs used part of the machine, so every time is longer than on an idle one.

${markdown(figureRows(figures))}

An empty Node program shows how fast the machine was: no start can be quicker. "First ever" has an empty cache: the package has what it needs. "Later" follows in the same cache. Payments and blocks are requested over HTTP in sequence; the answer comes
when the coins are in a block, or when the Stacks node has caught up. \`sendrawtransaction\` uses one connection, one call after the other.
Compare ratios on one machine rather than times of two machines: \`npm run bench -- --compare <commit>\` measures two builds alternately.
`;
}

function machineOf({ node, platform, cores, cpu, load, date }: BenchResult['machine']): string {
  const processor = cpu === '' || cpu === 'unknown' ? '' : ` (${cpu})`;
  return `${date}, Node ${node.replace(/^v/, '')}, ${platform}, ${cores} cores${processor}, load average ${load} at its start`;
}

function figureRows(figures: readonly Figure[]): string[][] {
  const rows = figures.map(({ name, median, p95, runs, unit, goal }) => [
    name,
    `${text(median)} ${unit}`,
    runs === 1 ? '' : `${text(p95)} ${unit}`,
    goal === '' ? '' : `${goal} ${unit}`,
    `${runs}`,
  ]);
  return [['what', 'median', '95th percentile', 'goal', 'runs'], ...rows];
}

function text(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
