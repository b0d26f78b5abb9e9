import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Devnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OF_A_USER, typeErrors } from '../../../scripts/compiler.js';
import { readDocstrings } from '../../../scripts/docstrings.js';
import { VAULT } from '../../../scripts/site/playground.js';
import { bootDevnet } from '../../devnet.js';

const root = path.resolve(import.meta.dirname, '../../..');
const docs = readDocstrings(path.join(root, 'src/network/operations/table.ts'), ['operations', 'others']);
const examples = [...docs].flatMap(([name, { examples: codes }]) => codes.map((code, index) => ({ name, code, id: `${name}-${index}` })));
// Inside the package, so that the examples find it.
const folder = path.join(root, `test/.operations-${process.pid}`);
const fileOf = (id: string): string => path.join(folder, id);

let devnet: Devnet;
let clean: string;
let problems: Map<string, string[]>;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const { id, code } of examples) writeFileSync(`${fileOf(id)}.ts`, moduleOf(code));
  const files = examples.map(({ id }) => `${fileOf(id)}.ts`);
  problems = typeErrors(files, { ...OF_A_USER, noUncheckedIndexedAccess: true });
  await build({ entryPoints: files, outdir: folder, bundle: false, target: 'es2022', logLevel: 'error' });
  devnet = await bootDevnet({ gateway: true, electrum: false, coverage: path.join(folder, 'lcov.info') });
  await devnet.stacks.deploy({ name: 'vault', source: VAULT, as: 'deployer', expect: 'ok' });
  // What a reorganisation abandons.
  await devnet.bitcoin.mine(3);
  clean = await devnet.snapshot();
});
afterAll(async () => {
  await devnet?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An example as a function of the names that the page introduces. */
function moduleOf(code: string): string {
  const own = code.replaceAll("'funded.state'", JSON.stringify(path.join(folder, 'funded.state')));
  return `import { readFile, writeFile } from 'node:fs/promises';
import type { Devnet } from 'stacks-devnet';
export async function run(devnet: Devnet, owner: string): Promise<void> {
${own}
}
`;
}

test.for(examples)('the example of $name compiles and runs', { timeout: 120_000 }, async ({ id }) => {
  expect(problems.get(`${fileOf(id)}.ts`)).toEqual([]);
  await devnet.chaos.clear();
  await devnet.restore(clean);
  const { run } = (await import(`${fileOf(id)}.js`)) as { run(devnet: Devnet, owner: string): Promise<void> };
  await run(devnet, devnet.accounts.wallet_2.stx.address);
});
