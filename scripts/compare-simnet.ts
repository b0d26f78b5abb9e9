// Runs the suite of a Clarinet project with clarinet-sdk and with `stacks-devnet/simnet/register`, by turns, and compares the tests:
//   npx tsx scripts/compare-simnet.ts FOLDER [--tools DIR] [--rounds 3] [--files tests/a.test.ts …]
// DIR has node_modules with vitest, vitest-environment-clarinet 3 and what the suite imports; this package by default. The project needs
// no installation.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const packageRoot = path.resolve(import.meta.dirname, '..');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tools: { type: 'string', default: packageRoot },
    rounds: { type: 'string', default: '1' },
    files: { type: 'string', multiple: true, default: [] },
  },
});
const [project] = positionals;
if (project === undefined) throw new RangeError('name the folder of a Clarinet project');

/** The result of a test: `passed`, `failed` and so on. */
type Suite = { tests: Map<string, string>; errors: string[]; ms: number };

const root = path.resolve(project);
const scratch = mkdtempSync(path.join(os.tmpdir(), 'compare-simnet-'));
const modules = path.join(root, 'node_modules');
const isInstalled = existsSync(modules);
if (!isInstalled) symlinkSync(path.join(path.resolve(values.tools), 'node_modules'), modules);
// Each writes the plan of the deployments in a spelling of its own.
const plan = path.join(root, 'deployments/default.simnet-plan.yaml');
const planOfProject = existsSync(plan) ? readFileSync(plan) : undefined;
const config = path.join(root, 'compare-simnet.vitest.config.mjs');
// Fails in a file whose tests have another simnet than those of its environment, or than this run compares.
const check = path.join(root, 'compare-simnet.setup.mjs');
process.once('exit', () => {
  if (!isInstalled) rmSync(modules);
  if (planOfProject !== undefined) writeFileSync(plan, planOfProject);
  for (const file of [config, check]) rmSync(file, { force: true });
  rmSync(scratch, { recursive: true });
});
writeFileSync(
  config,
  `import { vitestSetupFilePath } from '@stacks/clarinet-sdk/vitest';
const clarinet = { manifestPath: './Clarinet.toml', coverage: false, costs: false, initBeforeEach: true, includeBootContracts: false };
export default {
  resolve: { alias: { '@hirosystems/clarinet-sdk': '@stacks/clarinet-sdk' } },
  test: {
    root: ${JSON.stringify(root)},
    environment: 'clarinet', pool: 'forks', isolate: false, maxWorkers: 1, fileParallelism: false, testTimeout: 600_000,
    setupFiles: [vitestSetupFilePath, ${JSON.stringify(check)}], environmentOptions: { clarinet },
    include: ['**/*.{test,spec}.{ts,js}'], exclude: ['**/node_modules/**'],
  },
};
`,
);

writeFileSync(
  check,
  `import { createRequire } from 'node:module';
import * as named from '@stacks/clarinet-sdk';
import * as formerly from '@hirosystems/clarinet-sdk';
const wanted = process.env.COMPARE_SIMNET;
// Vitest would transform what is imported by a path into another module.
const { initSimnet } = createRequire(import.meta.url)(${JSON.stringify(path.join(packageRoot, 'bundle/simnet.mjs'))});
const found = {
  environment: '__wbg_ptr' in globalThis.simnet ? 'sdk' : 'ours',
  '@stacks/clarinet-sdk': named.initSimnet === initSimnet ? 'ours' : 'sdk',
  '@hirosystems/clarinet-sdk': formerly.initSimnet === initSimnet ? 'ours' : 'sdk',
};
for (const [place, simnet] of Object.entries(found))
  if (simnet !== wanted) throw new Error(\`the simnet of \${place} is that of \${simnet}, expected \${wanted}\`);
`,
);

async function runSuite(name: string, options: string): Promise<Suite> {
  const report = path.join(scratch, 'report.json');
  const vitest = path.join(modules, 'vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`, ...values.files];
  const env = { ...process.env, NODE_OPTIONS: options, COMPARE_SIMNET: name, NO_COLOR: '1' };
  for (const file of [report, plan]) rmSync(file, { force: true });
  const began = performance.now();
  // A suite with failures ends with 1.
  const { stdout, stderr } = await run(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 28 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const ms = performance.now() - began;
  if (!existsSync(report)) throw new Error(`no report: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
    }[];
  };
  const tests = new Map<string, string>();
  const errors: string[] = [];
  for (const { name, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    if (assertionResults.length === 0) errors.push(`${file}: ${message.split('\n')[0]}`);
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      const why = status === 'failed' ? `: ${failureMessages[0]?.split('\n')[0]}` : '';
      const key = `${file} > ${fullName}`;
      tests.set(tests.has(key) ? `${key} (${tests.size})` : key, `${status}${why}`);
    }
  }
  if (tests.size === 0) errors.push(`no test ran: ${stderr.slice(-2_000)}`);
  return { tests, errors, ms };
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const passed = ({ tests }: Suite): number => [...tests.values()].filter((status) => status === 'passed').length;

const register = path.join(packageRoot, 'bundle/simnet-register.mjs');
const options = { sdk: process.env['NODE_OPTIONS'] ?? '', ours: `${process.env['NODE_OPTIONS'] ?? ''} --import ${register}` };
const suites: Record<keyof typeof options, Suite[]> = { sdk: [], ours: [] };
for (let round = 0; round < Number(values.rounds); round++) {
  const turns = round % 2 === 0 ? (['sdk', 'ours'] as const) : (['ours', 'sdk'] as const);
  for (const turn of turns) suites[turn].push(await runSuite(turn, options[turn]));
}
const [sdk, ours] = [suites.sdk[0], suites.ours[0]];
if (sdk === undefined || ours === undefined) throw new RangeError('--rounds: expected at least 1');
for (const [name, { errors }] of Object.entries({ sdk, ours })) for (const error of errors) console.log(`${name}: ${error}`);
for (const [name, status] of sdk.tests) {
  const here = ours.tests.get(name);
  if (here?.split(':')[0] !== status.split(':')[0]) console.log(`${name}\n  sdk  ${status}\n  ours ${here}`);
}
for (const name of ours.tests.keys()) if (!sdk.tests.has(name)) console.log(`${name}\n  sdk  undefined\n  ours ${ours.tests.get(name)}`);
const medians = { sdk: median(suites.sdk.map(({ ms }) => ms)), ours: median(suites.ours.map(({ ms }) => ms)) };
console.log(
  `clarinet-sdk ${passed(sdk)} of ${sdk.tests.size} in ${(medians.sdk / 1000).toFixed(1)} s, ` +
    `here ${passed(ours)} of ${ours.tests.size} in ${(medians.ours / 1000).toFixed(1)} s, ` +
    `ratio ${(medians.ours / medians.sdk).toFixed(2)}, load ${os.loadavg()[0]?.toFixed(1)}`,
);
