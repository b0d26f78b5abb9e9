import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { createBitcoinNode } from 'stacks-devnet/bitcoin-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OF_A_USER, typeErrors } from '../../scripts/compiler.js';
import { TRUE_SCRIPT } from '../bitcoin/node/harness.js';
import { servePool, type TestPool } from '../cluster/pool/serve-pool.js';
import { type ForkSourceServer, serveForkSource } from '../engines/embedded/fork/fork-source-server.js';
import { createExampleProcess } from './example-process.js';
import { documentedExamples, type Example, needsPrograms } from './examples.js';

// Inside the package, so that `import … from 'stacks-devnet'` finds the package.
const folder = path.resolve(import.meta.dirname, `../.examples-${process.pid}`);

/** Where an example runs: those of a Clarinet project in such a project. */
function folderOf({ file }: { file: string }): string | undefined {
  return file === 'docs/clarinet.md' ? path.resolve(import.meta.dirname, '../examples/clarinet') : undefined;
}

/** Declares a test for each example in TypeScript or JavaScript of the documents that `isOwn` names: it compiles, and it runs. */
export function exampleTests(isOwn: (file: string) => boolean): void {
  const examples = documentedExamples().filter(({ file }) => isOwn(file));
  // The examples of docstrings run in test/network/operations/operations-examples.long.test.ts.
  const isOfDocstring = ({ file, code }: { file: string; code: string }): boolean =>
    file === 'docs/operations.md' && !code.includes('startDevnet(');
  const snippets = examples.filter((example) => example.language === 'ts' && !isOfDocstring(example) && !needsPrograms(example));
  const nameOf = ({ file, line }: Example): string => path.join(folder, `${file.replaceAll('/', '-')}-${line}`);
  // One program for all checks their imports once.
  let problems: Map<string, string[]>;
  let origin: ForkSourceServer | undefined;
  let pool: TestPool | undefined;
  const bitcoin = createBitcoinNode();
  let bitcoinUrl = '';
  /** Forks continue an origin of this process, and clients take networks of a pool of this process. */
  const withServers = ({ file, code }: Example): string => {
    if (file === 'docs/fork.md')
      return code.replaceAll('http://127.0.0.1:18443', bitcoinUrl).replaceAll('http://127.0.0.1:20443', String(origin?.url));
    return file === 'docs/ci.md' ? code.replaceAll('http://127.0.0.1:3990', String(pool?.url)) : code;
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
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([origin, pool, bitcoin].map((server) => server?.[Symbol.asyncDispose]()));
  });

  // Those of a page run in test/browser/network.programs.test.ts.
  const inNode = ({ code }: Example): boolean => code.includes('startDevnet(') && !code.includes("'stacks-devnet/browser'");
  test.for(examples.filter((example) => example.language === 'js' && inNode(example)))('JavaScript $file:$line runs', async (snippet) => {
    writeFileSync(`${nameOf(snippet)}.mjs`, snippet.code);
    expect(await processOfExamples.run(`${nameOf(snippet)}.mjs`)).toBe('');
  });

  test.for(snippets)('$file:$line compiles and runs', async (snippet) => {
    expect(problems.get(`${nameOf(snippet)}.ts`)).toEqual([]);
    expect(await processOfExamples.run(`${nameOf(snippet)}.js`, folderOf(snippet))).toBe('');
  });

  test('behavior: no example keeps its process alive', async () => {
    expect(await processOfExamples.end()).toEqual({ status: 0, stderr: '' });
  });
}
