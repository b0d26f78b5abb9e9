import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startDevnet } from 'stacks-devnet';
import { createBitcoinNode } from 'stacks-devnet/bitcoin-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OF_A_USER, typeErrors } from '../../scripts/compiler.js';
import { TRUE_SCRIPT } from '../bitcoin/node/harness.js';
import { servePool, type TestPool } from '../cluster/pool/serve-pool.js';
import { type ForkSourceServer, serveForkSource } from '../engines/embedded/fork/fork-source-server.js';
import { createExampleProcess } from './example-process.js';
import { documentedExamples, needsPrograms } from './examples.js';

const run = promisify(execFile);
const examples = documentedExamples();
// Inside the package, so that `import … from 'stacks-devnet'` finds the package.
const folder = path.resolve(import.meta.dirname, `../.examples-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where an example runs: those of a Clarinet project in such a project. */
function folderOf({ file }: { file: string }): string | undefined {
  return file === 'docs/clarinet.md' ? path.resolve(import.meta.dirname, '../examples/clarinet') : undefined;
}

describe('TypeScript examples', () => {
  // The examples of docstrings run in test/network/operations/operations-page.test.ts.
  const isOfDocstring = ({ file, code }: { file: string; code: string }): boolean =>
    file === 'docs/operations.md' && !code.includes('startDevnet(');
  const snippets = examples.filter((example) => example.language === 'ts' && !isOfDocstring(example) && !needsPrograms(example));
  const nameOf = ({ file, line }: (typeof snippets)[number]): string => path.join(folder, `${file.replaceAll('/', '-')}-${line}`);
  // One program for all checks their imports once.
  let problems: Map<string, string[]>;
  let origin: ForkSourceServer | undefined;
  let pool: TestPool | undefined;
  const bitcoin = createBitcoinNode();
  let bitcoinUrl = '';
  /** Forks continue an origin of this process, and clients take networks of a pool of this process. */
  const withServers = ({ file, code }: (typeof snippets)[number]): string => {
    if (file === 'docs/fork-bitcoin.md') return code.replaceAll('http://127.0.0.1:18443', bitcoinUrl);
    if (file === 'docs/fork.md') return code.replaceAll('http://127.0.0.1:20443', String(origin?.url));
    return file === 'docs/pool.md' ? code.replaceAll('http://127.0.0.1:3990', String(pool?.url)) : code;
  };
  beforeAll(async () => {
    bitcoin.mine(110, TRUE_SCRIPT);
    ({ url: bitcoinUrl } = await bitcoin.listen());
    [origin, pool] = await Promise.all([serveForkSource(), servePool()]);
    mkdirSync(folder, { recursive: true });
    for (const snippet of snippets) writeFileSync(`${nameOf(snippet)}.ts`, withServers(snippet));
    const files = snippets.map((snippet) => `${nameOf(snippet)}.ts`);
    problems = typeErrors(files, { ...OF_A_USER, moduleDetection: 'force' });
    await build({ entryPoints: files, outdir: folder, bundle: false, target: 'es2022', logLevel: 'error' });
  });
  const processOfExamples = createExampleProcess();
  afterAll(async () => {
    processOfExamples[Symbol.dispose]();
    await Promise.all([origin, pool, bitcoin].map((server) => server?.[Symbol.asyncDispose]()));
  });

  test.for(snippets)('$file:$line compiles and runs', async (snippet) => {
    expect(problems.get(`${nameOf(snippet)}.ts`)).toEqual([]);
    expect(await processOfExamples.run(`${nameOf(snippet)}.js`, folderOf(snippet))).toBe('');
  });

  test('behavior: no example keeps its process alive', async () => {
    expect(await processOfExamples.end()).toEqual({ status: 0, stderr: '' });
  });
});

test.for(examples.filter(({ language, code }) => language === 'js' && code.includes('startDevnet(')))(
  'JavaScript $file:$line runs',
  { timeout: 60_000 },
  async ({ file, line, code }) => {
    mkdirSync(folder, { recursive: true });
    const script = path.join(folder, `${file.replaceAll('/', '-')}-${line}.mjs`);
    writeFileSync(script, code);
    const { stderr } = await run(process.execPath, [script], { timeout: 25_000 });
    expect(stderr).toBe('');
  },
);

describe('curl examples', () => {
  // A stream (-N) ends with its reader.
  const commands = examples
    .filter((example) => example.language === 'sh')
    .flatMap((example) => example.code.split('\n').filter((line) => line.startsWith('curl ') && !line.startsWith('curl -N ')));

  test('default', async () => {
    expect(commands.length).toBeGreaterThan(0);
    await using devnet = await startDevnet();
    for (const command of commands) {
      const { stdout } = await run('bash', [
        '-c',
        command
          .replace('curl ', 'curl --fail --silent --show-error ')
          .replaceAll(/http:\/\/(localhost|127\.0\.0\.1):3999/g, String(devnet.urls.gateway)),
      ]);
      expect(JSON.parse(stdout), command).not.toHaveProperty('error');
    }
  });
});
