import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from './child.js';

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
const files = { 'Clarinet.toml': manifest, 'contracts/vault.clar': vault, 'package.json': '{"type":"module"}' };

/** A test that connects to the network of the run. It finds each change of the fee but that of the bound. */
const connects = `
import { connectDevnet } from 'stacks-devnet';
await using devnet = await connectDevnet();
const vault = devnet.contract('vault');
if ((await vault.read('fee', [11n])) !== 2n || (await vault.read('fee', [5n])) !== 1n) throw new Error('fee');
await vault.read('half', [4n]);
`;
/** The same of a test that starts its own network. */
const starts = connects.replace('connectDevnet', 'startDevnet').replace('connectDevnet()', "startDevnet({ project: '.' })");
const survivors = ({ mutants }: Report) =>
  mutants.filter(({ outcome }) => outcome === 'survived').map(({ original, replacement }) => `${original} → ${replacement}`);

test.each([
  ['connects to the network of the run', connects],
  ['starts its own network', starts],
])('default: a suite that %s: a hole is reported with its line, and mutants that tests detect are not', async (_, code) => {
  using home = project({ ...files, 'test.js': code });
  const { status, stdout } = await home.mutate('--json', 'report.json', '--sarif', 'report.sarif', '--', process.execPath, 'test.js').ended;
  expect(stdout).toContain(
    'contracts/vault.clar:2:8: a mutant survived (comparison)\n    (if (> amount u10) u2 u1))\n         ^\n  > → >=\n',
  );
  expect(stdout).not.toContain('u1 → u2');
  expect(status).toBe(0);
  const report = home.report();
  expect(survivors(report)).toEqual(['> → >=']);
  expect(report.counts).toEqual({ killed: 5, timeout: 0, survived: 1, uncovered: 0, silenced: 2 });
  expect(report.score).toBe(83.33);
  const { runs } = JSON.parse(readFileSync(path.join(home.folder, 'report.sarif'), 'utf8'));
  expect(runs[0].results).toMatchObject([{ ruleId: 'comparison', locations: [{ physicalLocation: { region: { startLine: 2 } } }] }]);
  // The project is as before, and nothing else remains.
  expect(readFileSync(path.join(home.folder, 'contracts/vault.clar'), 'utf8')).toBe(vault);
  expect(home.remains()).toEqual([]);
});
