// Runs Bitcoin Core's functional tests against `node bitcoin` of this build, and compares with docs/maintaining/core-functional.md:
//   npx tsx scripts/core-functional.ts CORE [--only REGEX] [--jobs N] [--timeout S] [--python PROGRAM] [--logs FOLDER] [--keep FOLDER]
//     [--write]
// CORE is the root of a checkout of Bitcoin Core. Nothing is written there.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { nodeSettingKeys, nodeSettingOf } from '#dist/project/bitcoin-node.js';
import { type Place, runScript } from './core-functional/run-script.js';
import { compareTables, countsOf, mergeTables, type Row, readTable, renderTable, rowOf } from './core-functional/table.js';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/maintaining/core-functional.md');
/** Files beside the scripts that are none. */
const OTHERS = ['combine_logs.py', 'create_cache.py', 'test_runner.py'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '300' },
    python: { type: 'string', default: 'python3' },
    logs: { type: 'string' },
    keep: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [core] = positionals;
if (core === undefined) throw new Error('Missing folder: npx tsx scripts/core-functional.ts CORE, the root of a checkout of Bitcoin Core.');
const functional = resolve(core, 'test/functional');
if (!existsSync(functional)) throw new Error(`${functional} does not exist. Expected the root of a checkout of Bitcoin Core, got ${core}.`);

const say = (text: string) => process.stdout.write(`${text}\n`);
const temporary = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'core-functional-')) : resolve(values.keep);
mkdirSync(temporary, { recursive: true });
if (values.keep === undefined) process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await makePrograms();
writeFileSync(join(temporary, 'config.ini'), configuration(resolve(core)));
const place: Place = {
  scripts: functional,
  temporary,
  python: values.python,
  timeoutMs: Number(values.timeout) * 1000,
  keeps: values.keep !== undefined,
};
// Scripts that run at the same time must not make the chain that all start from.
const cache = await runScript('create_cache.py', 0, place);
if (cache.outcome !== 'pass') throw new Error(`create_cache.py failed: ${cache.stop}\n${cache.output}`);

const only = new RegExp(values.only);
const scripts = readdirSync(functional).filter((name) => name.endsWith('.py') && !OTHERS.includes(name) && only.test(name));
const before = existsSync(PAGE) ? readTable(readFileSync(PAGE, 'utf8')) : [];
let seed = 0;
const results = await runAll(scripts, Number(values.jobs));
// Under load a timeout of the framework may pass. A script that stops again alone is broken.
const again = await runAll(compareTables(before, results).broken, 1);
for (const { script, outcome } of again) if (outcome === 'pass') say(`${script} failed once and passed alone.`);

const rows = mergeTables(results, again);
const { broken, mended, moved, unknown } = compareTables(before, rows);
const { pass, excluded, ours } = countsOf(rows);
say(`${pass} pass, ${excluded} need what the node leaves out, ${ours} fail for a fault or a difference of the node.`);
for (const row of rows.filter((row) => row.outcome !== 'pass' && row.excluded === '')) say(`  ours: ${row.script}: ${row.stop}`);
if (mended.length > 0) say(`Pass now: ${mended.join(', ')}. Write the table with --write.`);
if (moved.length > 0) say(`Stop at something that nothing excludes: ${moved.join(', ')}.`);
if (unknown.length > 0 && before.length > 0) say(`Not in the table: ${unknown.join(', ')}.`);
if (broken.length > 0) say(`Passed before, and do not pass now: ${broken.join(', ')}.`);
if (values.write) {
  const kept = values.only === '' ? [] : before.map(rowOf);
  writeFileSync(PAGE, renderTable(mergeTables(kept, rows), release(resolve(core))));
  execFileSync(join(ROOT, 'scripts/check/node_modules/.bin/biome'), ['format', '--write', PAGE], { cwd: ROOT, stdio: 'ignore' });
}
process.exit(broken.length > 0 && !values.write ? 1 : 0);

async function runAll(names: readonly string[], jobs: number): Promise<Row[]> {
  const waiting = [...names];
  const done: Row[] = [];
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
        seed += 1;
        const start = Date.now();
        const { output, ...result } = await runScript(script, seed, place);
        done.push(rowOf(result));
        const seconds = ((Date.now() - start) / 1000).toFixed(0);
        say(`${done.length}/${names.length} ${result.outcome} ${script} ${seconds} s ${result.stop}`);
        if (values.logs !== undefined) {
          mkdirSync(values.logs, { recursive: true });
          writeFileSync(join(values.logs, `${script}.log`), output);
        }
      }
    }),
  );
  return done;
}

/** Makes the programs of the tests. The framework starts no node without a `bitcoin-cli`. */
async function makePrograms(): Promise<void> {
  const options = { known: nodeSettingKeys, repeatable: nodeSettingKeys.filter((key) => nodeSettingOf(key).repeatable) };
  const bin = join(temporary, 'bin');
  for (const name of ['bitcoind', 'bitcoin-cli']) {
    const module = join(bin, `${name}.mjs`);
    await build({
      entryPoints: [join(ROOT, `scripts/core-functional/${name}.ts`)],
      define: { CLI: JSON.stringify(join(ROOT, 'bundle/cli.js')), OPTIONS: JSON.stringify(options) },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: module,
      logLevel: 'error',
    });
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${module}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
}

/** What the framework reads of a build: which programs there are, and what the node can do. */
function configuration(core: string): string {
  const absent = ['BUILD_BENCH', 'BUILD_BITCOIN_TX', 'ENABLE_BITCOIN_UTIL', 'ENABLE_BITCOIN_CHAINSTATE', 'ENABLE_WALLET_TOOL'];
  const without = [...absent, 'ENABLE_FUZZ_BINARY', 'ENABLE_EXTERNAL_SIGNER', 'ENABLE_USDT_TRACEPOINTS', 'ENABLE_IPC'];
  const lines = [
    '[environment]',
    'CLIENT_NAME=stacks-devnet',
    'CLIENT_BUGREPORT=',
    `SRCDIR=${core}`,
    `BUILDDIR=${temporary}`,
    'EXEEXT=',
    `RPCAUTH=${join(core, 'share/rpcauth/rpcauth.py')}`,
    '[components]',
    ...['ENABLE_WALLET', 'ENABLE_BITCOIND', 'ENABLE_CLI', 'ENABLE_ZMQ'].map((name) => `${name}=true`),
    ...without.map((name) => `${name}=false`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the release of a checkout. */
function release(core: string): string {
  const text = readFileSync(join(core, 'CMakeLists.txt'), 'utf8');
  const part = (name: string) => new RegExp(`set\\(CLIENT_VERSION_${name} (\\d+)\\)`).exec(text)?.[1] ?? '?';
  return `Bitcoin Core ${part('MAJOR')}.${part('MINOR')}.${part('BUILD')}`;
}
