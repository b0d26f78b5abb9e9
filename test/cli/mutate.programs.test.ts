import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const root = path.resolve(import.meta.dirname, '../..');
type Mutant = { line: number; operator: string; original: string; replacement: string; outcome: string; tests?: string[] };
type Report = { score: number; threshold: number; counts: Record<string, number>; mutants: Mutant[] };

/** A project in a home of its own, which has this package in its node_modules, as that of a user. */
function project(files: Record<string, string>) {
  const home = emptyHome();
  const folder = path.join(home.path, 'project');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('node_modules/.keep', '');
  symlinkSync(root, path.join(folder, 'node_modules/stacks-devnet'));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const mutate = (...args: string[]) => child(['mutate', ...args], home.env, { cwd: folder });
  const report = (): Report => JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
  /** What runs left in the folder for temporary files. */
  const remains = (): string[] => readdirSync(path.join(home.path, 'tmp')).filter((name) => name.startsWith('stacks-devnet'));
  return { ...home, folder, write, mutate, report, remains };
}

const manifest = '[project]\nname = "vault"\n[contracts.vault]\npath = "contracts/vault.clar"\n';
const vault = `(define-read-only (fee (amount uint))
  (if (> amount u10) u2 u1))
(define-read-only (half (amount uint))
  (/ amount u2)) ;; mutate-ignore
`;
/** The same with few mutants: two of a fee that tests call with 5, and two of `half`. */
const small = `(define-read-only (fee (amount uint))
  (* amount u1))
(define-read-only (half (amount uint))
  (/ amount u2))
`;
const settings = readFileSync(path.join(root, 'test/examples/clarinet/settings/Devnet.toml'), 'utf8');
const files = {
  'Clarinet.toml': manifest,
  'settings/Devnet.toml': settings,
  'contracts/vault.clar': vault,
  'package.json': '{"type":"module"}',
};

/** A test that connects to the network of the run. It finds each change of the fee but that of the bound. */
const connects = `
import { connectDevnet } from 'stacks-devnet';
const devnet = await connectDevnet();
const vault = devnet.contract('vault');
if ((await vault.read('fee', [11n])) !== 2n || (await vault.read('fee', [5n])) !== 1n) throw new Error('fee');
await vault.read('half', [4n]);
await devnet.close();
`;
const survivors = ({ mutants }: Report) =>
  mutants.filter(({ outcome }) => outcome === 'survived').map(({ original, replacement }) => `${original} → ${replacement}`);
/** Returns a script that connects to the network of the run, and uses the contract. */
const using = (code: string): string => `
import { connectDevnet } from 'stacks-devnet';
const devnet = await connectDevnet();
const vault = devnet.contract('vault');
${code}
await devnet.close();
`;

test('default: a suite that connects to the network of the run: a hole is reported with its line, and mutants that tests detect are not', async () => {
  using home = project({ ...files, 'test.js': connects });
  const { status, stdout } = await home.mutate('--json', 'report.json', '--sarif', 'report.sarif', '--', process.execPath, 'test.js').ended;
  expect(stdout).toContain(
    'contracts/vault.clar:2:8: a mutant survived (comparison)\n    (if (> amount u10) u2 u1))\n         ^\n  > → >=\n',
  );
  expect(stdout).not.toContain('u1 → u2');
  expect(status).toBe(0);
  const report = home.report();
  expect(survivors(report)).toEqual(['> → >=']);
  expect(report.counts).toEqual({ killed: 6, timeout: 0, survived: 1, uncovered: 0, silenced: 2 });
  expect(report.score).toBe(85.71);
  const { runs } = JSON.parse(readFileSync(path.join(home.folder, 'report.sarif'), 'utf8'));
  expect(runs[0].results).toMatchObject([{ ruleId: 'comparison', locations: [{ physicalLocation: { region: { startLine: 2 } } }] }]);
  // The project is as before, and nothing else remains.
  expect(readFileSync(path.join(home.folder, 'contracts/vault.clar'), 'utf8')).toBe(vault);
  expect(home.remains()).toEqual([]);
});

test('default: a suite that starts its own network: a hole is reported, and lines that no test reaches are not run', async () => {
  const starts = using("if ((await vault.read('fee', [5n])) !== 5n) throw new Error('fee');")
    .replace('{ connectDevnet }', '{ startDevnet }')
    .replace('connectDevnet()', "startDevnet({ project: '.' })");
  using home = project({ ...files, 'contracts/vault.clar': small, 'test.js': starts });
  const { status, stdout } = await home.mutate('--json', 'report.json', '--', process.execPath, 'test.js').ended;
  expect(stdout).toContain('contracts/vault.clar:2:4: a mutant survived (arithmetic)\n');
  expect(stdout).toContain('contracts/vault.clar:4:4: a mutant is reached by no test (arithmetic)');
  expect(status).toBe(0);
  const report = home.report();
  expect(survivors(report)).toEqual(['* → /']);
  expect(report.counts).toEqual({ killed: 1, timeout: 0, survived: 1, uncovered: 2, silenced: 0 });
  expect(readFileSync(path.join(home.folder, 'contracts/vault.clar'), 'utf8')).toBe(small);
  expect(home.remains()).toEqual([]);
});

test('default: a suite of the simnet', async () => {
  const config = `import { defineConfig } from 'vitest/config';
    export default defineConfig({
      test: { globalSetup: ['stacks-devnet/vitest/setup'], setupFiles: ['stacks-devnet/simnet/setup'], testTimeout: 60_000 },
    });`;
  const code = `import { Cl } from '@stacks/transactions';
    import { expect, test } from 'vitest';
    test('fee', () => {
      expect(simnet.callReadOnlyFn('vault', 'fee', [Cl.uint(3)], simnet.deployer).result).toEqual(Cl.uint(6));
    });`;
  const source = '(define-read-only (fee (amount uint))\n  (+ amount amount))\n(define-read-only (other) u5)\n';
  using home = project({ ...files, 'contracts/vault.clar': source, 'vitest.config.js': config, 'fee.test.js': code });
  for (const name of ['vitest', '@stacks'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(home.folder, 'node_modules', name));
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stderr } = await home.mutate('--json', 'report.json', '--', process.execPath, vitest, 'run').ended;
  expect({ status, stderr: stderr.split('\n').filter((line) => line.startsWith('warning')) }).toEqual({ status: 0, stderr: [] });
  expect(home.report().mutants.map(({ replacement, outcome }) => `${replacement} ${outcome}`)).toEqual(['- killed', 'u6 uncovered']);
});

test('default: only the test files that reach a mutant run, and a threshold fails', async () => {
  using home = project({ ...files, 'contracts/vault.clar': small });
  const only = (read: string) => `import { test } from 'node:test';
test('reads', async () => {${using(read).replace(/import.*;/, "const { connectDevnet } = await import('stacks-devnet');")}});`;
  home.write('tests/fee.test.js', only("await vault.read('fee', [11n]);"));
  home.write('tests/half.test.js', only("if ((await vault.read('half', [4n])) !== 2n) throw new Error('half');"));
  const { status, stderr } = await home.mutate('--threshold', '60', '--json', 'report.json', '--', process.execPath, '--test').ended;
  expect(stderr).toContain('the score is below 60 %');
  expect(status).toBe(1);
  const { mutants } = home.report();
  expect(new Set(mutants.filter(({ line }) => line === 2).map(({ tests }) => String(tests)))).toEqual(new Set(['tests/fee.test.js']));
  expect(mutants.filter(({ line }) => line === 4).map(({ outcome, tests }) => [outcome, ...(tests ?? [])])).toEqual([
    ['killed', 'tests/half.test.js'],
    ['killed', 'tests/half.test.js'],
  ]);
});

test('behavior: a mutant with which the tests do not end is detected', async () => {
  // Waits for a fee that never comes with one mutant.
  const waits = using("while ((await vault.read('fee', [5n])) !== 5n) await new Promise((next) => setTimeout(next, 50));");
  using home = project({ ...files, 'contracts/vault.clar': small, 'test.js': waits });
  const { status } = await home.mutate('--timeout', '2', '--workers', '2', '--json', 'report.json', '--', process.execPath, 'test.js')
    .ended;
  expect(status).toBe(0);
  const timeouts = home.report().mutants.filter(({ outcome }) => outcome === 'timeout');
  expect(timeouts.map(({ replacement }) => replacement)).toContain('u2');
  expect(home.remains()).toEqual([]);
});

test('error: a red suite: no mutant runs', async () => {
  using home = project({ ...files, 'test.js': "console.log('2 of 3 tests pass'); process.exit(7);" });
  const { status, stdout, stderr } = await home.mutate('--', process.execPath, 'test.js').ended;
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('The suite fails without a mutant (status 7), so no mutant was run.');
  expect(stderr).toContain('2 of 3 tests pass');
  expect(home.remains()).toEqual([]);
});

test('behavior: Ctrl-C ends the tests that run, and removes the copies', async () => {
  using home = project({
    ...files,
    'test.js':
      "import { writeFileSync } from 'node:fs'; writeFileSync(process.env.PID_FILE, String(process.pid)); setInterval(() => {}, 1000);",
  });
  const file = path.join(home.path, 'pid');
  await using running = child(['mutate', '--', process.execPath, 'test.js'], { ...home.env, PID_FILE: file }, { cwd: home.folder });
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 30_000 }).toBeTruthy();
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ status: 130, stdout: '' });
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
  expect(home.remains()).toEqual([]);
});

test.each([
  [['--threshold', '101'], '--threshold: expected a percentage from 0 to 100, received "101"'],
  [['--contract', 'vaults'], 'vaults: unknown contract; did you mean vault?'],
  [['--sarif', 'nowhere/report.sarif'], '--sarif: expected a file in a folder that exists and is writable'],
  [['--tests', 'nowhere'], '--tests: expected a file or folder in'],
  [['--engine', 'native'], '--engine: unknown flag of mutate.'],
])('error: %s', async (flags, message) => {
  using home = project({ ...files, 'test.js': connects });
  const env = { ...home.env, HOME: home.folder };
  const { status, stderr } = await inProcess(['mutate', ...flags, '--', process.execPath, 'test.js'], env);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});

test('error: a command that cannot be run, before anything is mutated', async () => {
  using home = project({ ...files, 'test.js': connects });
  const env = { ...home.env, HOME: home.folder };
  const { status, stderr } = await inProcess(['mutate', '--', 'no-such-program-anywhere'], env);
  expect({ status, last: stderr.split('\n').at(-1) }).toEqual({
    status: 1,
    last: 'error: no-such-program-anywhere cannot be run: no such program',
  });
});

test('error: a folder without contracts, and an engine whose networks are shared', async () => {
  using home = project({});
  const env = { ...home.env, HOME: home.folder };
  const { status, stderr } = await inProcess(['mutate', '--', 'true'], env);
  expect(stderr).toContain('expected a Clarinet project with contracts');
  expect(status).toBe(2);
  const native = await inProcess(['mutate', '--', 'true'], { ...env, DEVNET_ENGINE: 'native' });
  expect(native.stderr).toContain('engine: mutants run on the embedded engine, not on native.');
  expect(native.status).toBe(6);
});
