import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAnvil } from '../compare/anvil.js';
import { load, machine } from '../compare/compare.js';
import { median, ratioOfPairs } from '../compare/statistics.js';
import { run } from '../owned.js';
import { homeEnvironment, root } from '../program.js';

const FILES = 20;
const TESTS = 10;

/** What Vitest itself needs, this project, and what others use. */
const WORLDS = { empty: 'an empty suite', ours: 'this build', anvil: 'Anvil, viem', simnet: 'clarinet-sdk, simnet' } as const;
type World = keyof typeof WORLDS;

export type Suites = {
  machine: ReturnType<typeof machine> & { load: { start: number; end: number } };
  rounds: number;
  /** Times in ms, of the same rounds. */
  times: Record<World, number[]>;
};

/**
 * Measures 200 tests in 20 files with Vitest, each with a chain of its own: it funds an account, deploys a contract, calls it five times, and
 * reads its state and events. All worlds by turns, in another order in each round.
 */
export async function measureSuites(home: string, rounds: number): Promise<Suites> {
  const environment = await prepare(home);
  const names = Object.keys(WORLDS) as World[];
  const times: Suites['times'] = { empty: [], ours: [], anvil: [], simnet: [] };
  const start = load();
  for (let round = 0; round <= rounds; round++) {
    process.stderr.write(`${round === 0 ? 'to fill caches' : `round ${round} of ${rounds}`}, load ${load()}\n`);
    for (let at = 0; at < names.length; at++) {
      const world = names[(at + round) % names.length] as World;
      const ms = await suite(world, home, environment);
      process.stderr.write(`  ${WORLDS[world]}: ${(ms / 1_000).toFixed(2)} s\n`);
      if (round > 0) times[world].push(ms);
    }
  }
  return { machine: { ...machine(), load: { start, end: load() } }, rounds, times };
}

/** Returns the rows of a table, with its head: medians, and this build as a ratio to the others, also without Vitest's own share. */
export function suitesTable({ times }: Suites): string[][] {
  const ofTests = (world: World): number[] => times[world].map((ms, round) => ms - (times.empty[round] ?? 0));
  const rows = (Object.keys(WORLDS) as World[]).map((world) => {
    const ratio = ratioOfPairs(times[world], times.ours);
    const shown = world === 'ours' || world === 'empty';
    return [
      WORLDS[world],
      `${(median(times[world]) / 1_000).toFixed(2)} s`,
      `${(median(ofTests(world)) / 1_000).toFixed(2)} s`,
      ...(shown ? ['', '', ''] : [ratio.ratio.toFixed(2), `${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)}`]),
      ...(shown ? [] : [(median(ofTests('ours')) / median(ofTests(world))).toFixed(2)]),
    ];
  });
  return [
    ['200 tests in 20 files', 'time', 'without the empty suite', 'this build / it', '95 % interval', 'ratio without the empty suite'],
    ...rows,
  ];
}

/** Writes the files of all worlds, and installs what this repository does not have. @returns what the tests find in their environment */
async function prepare(home: string): Promise<NodeJS.ProcessEnv> {
  const installed = path.join(home, 'others');
  mkdirSync(installed, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', '--prefix', installed, ...flags, 'viem@2.40.3', 'solc@0.8.30']);
  const modules = path.join(installed, 'node_modules');
  const anvil = await installAnvil(path.join(home, 'anvil'));
  const token = path.join(home, 'token.json');
  await run(process.execPath, [path.join(import.meta.dirname, 'token.mjs'), modules, token]);
  const project = path.join(home, 'project');
  cpSync(path.join(root, 'test/examples/clarinet'), project, { recursive: true });
  for (const world of Object.keys(WORLDS)) writeWorld(world, path.join(home, world));
  return {
    ...homeEnvironment(path.join(home, 'home')),
    SUITE_ANVIL: anvil,
    SUITE_VIEM: modules,
    SUITE_TOKEN: token,
    SUITE_MANIFEST: path.join(project, 'Clarinet.toml'),
  };
}

function writeWorld(world: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const tests = path.join(import.meta.dirname, `${world}.mjs`);
  for (let file = 0; file < FILES; file++) {
    writeFileSync(path.join(folder, `file-${file}.test.mjs`), `import { suite } from ${JSON.stringify(tests)};\nsuite(${TESTS});\n`);
  }
  const globalSetup = world === 'ours' ? [fileURLToPath(import.meta.resolve('stacks-devnet/vitest/setup'))] : [];
  const config = { test: { root: folder, include: ['*.test.mjs'], globalSetup, testTimeout: 60_000, hookTimeout: 60_000, silent: true } };
  writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};\n`);
}

/** @returns the time of one run in ms @throws Error if a test fails */
async function suite(world: string, home: string, env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const began = performance.now();
  await run(process.execPath, [vitest, 'run', '--config', path.join(home, world, 'vitest.config.mjs'), '--reporter', 'dot'], {
    cwd: root,
    env,
  });
  return performance.now() - began;
}
