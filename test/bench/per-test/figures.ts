import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import { type Figure, measure } from '../measure.js';
import { run } from '../owned.js';
import { homeEnvironment, program, root, startProgram } from '../program.js';
import type { worlds } from './worlds.js';

const TESTS = 300;
const ROUNDS = 5;

const NAMES: Record<keyof typeof worlds, string> = {
  test: "per: 'test', eight at a time",
  run: "per: 'run', restored after each test",
  'test-http': "per: 'test', eight at a time, over HTTP",
  'run-http': "per: 'run', restored after each test, over HTTP",
  simnet: 'simnet of clarinet-sdk, a session for each test',
};
type Seen = { ms: number; most: number; growth: number };

/**
 * Measures a suite of 300 tests, each in a process of its own, by turns. Over HTTP, the memory is that of the tests' process and of the
 * network's.
 */
export async function perTestFigures(home: string): Promise<Figure[]> {
  const seen = new Map<string, Seen[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const world of Object.keys(NAMES)) seen.set(world, [...(seen.get(world) ?? []), await suite(world, home)]);
  }
  const figures: Figure[] = [];
  for (const [world, name] of Object.entries(NAMES)) {
    const rounds = seen.get(world) ?? [];
    const of = (key: keyof Seen) => async (round: number) => rounds[round]?.[key] ?? Number.NaN;
    figures.push(await measure(`${TESTS} tests, ${name}`, '', rounds.length, of('ms')));
    figures.push(await measure(`resident memory at most, ${name}`, '', rounds.length, of('most'), 'MiB'));
  }
  return figures;
}

async function suite(world: string, home: string): Promise<Seen> {
  const env = homeEnvironment(home);
  const cwd = path.join(home, 'suite');
  writeProject(cwd);
  const script = [
    '--no-warnings',
    '--import',
    path.join(root, 'node_modules/tsx/dist/loader.mjs'),
    path.join(import.meta.dirname, 'program.ts'),
  ];
  const args = [...script, world, String(TESTS)];
  if (!world.endsWith('http')) return read(await run(process.execPath, args, { cwd, env }));
  await using network = await startProgram([...program, '--json', '--no-project'], home);
  const { urls } = JSON.parse(network.readyLine) as { urls: { gateway: string } };
  const own = read(await run(process.execPath, args, { cwd, env: { ...env, DEVNET_URL: urls.gateway } }));
  return { ...own, most: own.most + network.rssMiB() };
}

function read(output: string): Seen {
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Seen;
}

/** Writes a Clarinet project without contracts, which the simnet needs. */
function writeProject(folder: string): void {
  mkdirSync(path.join(folder, 'settings'), { recursive: true });
  writeFileSync(path.join(folder, 'Clarinet.toml'), '[project]\nname = "suite"\ntelemetry = false\n');
  const accounts = STANDARD_ACCOUNTS.map(
    ({ name, mnemonic }) => `[accounts.${name}]\nmnemonic = "${mnemonic}"\nbalance = 100_000_000_000_000\n`,
  );
  writeFileSync(path.join(folder, 'settings/Devnet.toml'), `[network]\nname = "devnet"\n\n${accounts.join('\n')}`);
}
