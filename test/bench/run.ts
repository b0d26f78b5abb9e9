import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { temporaryHome } from '../temporary-home.js';
import { apiFigures } from './api.js';
import { bitcoinFigures } from './bitcoin.js';
import { bootFigures } from './boot.js';
import { type BootStep, bootSteps, bootTable } from './boot-steps.js';
import { browserFigures } from './browsers.js';
import { clarityFigures } from './clarity/figures.js';
import { compareWithAnvil, compareWithBitcoind, compareWithCommit, compareWithElectrs, compareWithSimnet } from './compare/against.js';
import { type Comparison, load, machine } from './compare/compare.js';
import { comparisonTable, markdown } from './compare/table.js';
import { copyFigures } from './copies.js';
import { electrumFigures } from './electrum.js';
import { forkFigures } from './fork.js';
import { type Growth, growthCurves } from './growth/curves.js';
import { growthTable } from './growth/table.js';
import { type Figure, table } from './measure.js';
import { longRunFigures, networkFigures } from './network.js';
import { pageFigures } from './page.js';
import { perTestFigures } from './per-test/figures.js';
import { readerFigures } from './readers.js';
import { realFigures } from './real.js';
import { stacksFigures } from './stacks.js';
import { stateFileFigures } from './state-file.js';
import { measureSuites, type Suites, suitesTable } from './suite/suites.js';

// npm run bench [-- --engine native --json FILE]: a table for people on stdout, the same figures as JSON in FILE.
// npm run bench -- --compare COMMIT [--rounds N --json FILE]: this build beside that of a commit.
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '12' },
    most: { type: 'string', default: '10000' },
    // As --engine suite and --engine growth.
    suite: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
});
const subject = values.suite ? 'suite' : values.growth ? 'growth' : values.engine;
const home = temporaryHome('bench');
const result = values.compare === undefined ? await resultOf(subject) : compared(await compareWithCommit(values.compare, home, rounds()));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);

async function resultOf(engine: string): Promise<unknown> {
  switch (engine) {
    case 'anvil':
      return compared(await compareWithAnvil(home, rounds()));
    case 'simnet':
      return compared(await compareWithSimnet(home, rounds()));
    case 'bitcoind':
      return compared(await compareWithBitcoind(home, rounds()));
    case 'electrs':
      return compared(await compareWithElectrs(home, rounds()));
    case 'suite':
      return suited(await measureSuites(home, rounds()));
    case 'native-steps':
      return steps(await bootSteps(home, '4.0'));
    case 'growth':
      return grown(await growthCurves(home, count('most', values.most)));
    default:
      return measured(engine);
  }
}

/** Prints a comparison. The load shows how reliable the figures are. */
function compared(comparison: Comparison): Comparison {
  const { node, platform, cores, load } = comparison.machine;
  console.log(`Node ${node}, ${platform}, ${cores} cores, load average ${load.start} at the start, ${load.end} at the end`);
  console.log(`${comparison.rounds} rounds; E is an empty Node program\n\n${markdown(comparisonTable(comparison))}`);
  return comparison;
}

function grown(growth: Growth): Growth {
  const { node, platform, cores, load } = growth.machine;
  console.log(`Node ${node}, ${platform}, ${cores} cores, load average ${load.start} at the start, ${load.end} at the end\n`);
  console.log(markdown(growthTable(growth)));
  return growth;
}

function steps(boot: BootStep[]): BootStep[] {
  console.log(markdown(bootTable(boot)));
  return boot;
}

function suited(suites: Suites): Suites {
  const { node, platform, cores, load } = suites.machine;
  console.log(`Node ${node}, ${platform}, ${cores} cores, load average ${load.start} at the start, ${load.end} at the end`);
  console.log(`${suites.rounds} rounds\n\n${markdown(suitesTable(suites))}`);
  return suites;
}

async function measured(engine: string): Promise<unknown> {
  const atStart = load();
  const figures = await figuresOf(engine);
  const { node, platform, cores } = machine();
  console.log(`Node ${node}, ${platform}, ${cores} cores, load average ${atStart} at the start\n\n${table(figures)}`);
  return { machine: { ...machine(), load: atStart }, figures };
}

function rounds(): number {
  return count('rounds', values.rounds);
}

function count(option: string, value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new RangeError(`--${option}: a number from 1, not ${value}`);
  return Number(value);
}

async function figuresOf(engine: string): Promise<Figure[]> {
  switch (engine) {
    case 'embedded':
      return [
        ...(await bootFigures(home)),
        ...(await networkFigures(home)),
        ...(await longRunFigures(home)),
        ...(await stacksFigures(home)),
        ...(await apiFigures(home)),
        ...(await bitcoinFigures(home)),
      ];
    case 'api':
      return apiFigures(home);
    case 'bitcoin':
      return bitcoinFigures(home);
    case 'electrum':
      return electrumFigures(home);
    case 'page':
      return pageFigures(home);
    case 'browsers':
      return browserFigures();
    case 'stacks':
      return stacksFigures(home);
    case 'clarity':
      return clarityFigures();
    case 'copies':
      return copyFigures();
    case 'state-file':
      return stateFileFigures(home);
    case 'fork':
      return forkFigures(home);
    case 'per-test':
      return perTestFigures(home);
    case 'readers':
      return readerFigures(home);
    case 'native':
    case 'docker':
      return realFigures(engine, home);
    default:
      throw new RangeError(
        '--engine: embedded, native, docker, bitcoin or stacks for its node alone, api for the Stacks API, ' +
          'electrum for the Electrum server, clarity for the VM of Clarity beside the WebAssembly VM, copies for copies of a network, ' +
          'fork for a fork, state-file for files with the state of a network, ' +
          'per-test for a suite of tests with networks of their own, page for the page, browsers for a network in a page, readers for many clients, anvil, simnet, ' +
          "bitcoind or electrs for a comparison with Anvil, Clarinet's simnet, bitcoind or electrs beside bitcoind, " +
          `or growth for long chains; not ${engine}`,
      );
  }
}
