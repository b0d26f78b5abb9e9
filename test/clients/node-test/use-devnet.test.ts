import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { child, emptyHome } from '../../cli/child.js';

const useDevnet = pathToFileURL(path.resolve(import.meta.dirname, '../../../bundle/node-test.mjs')).href;

/** Runs a test file with `node --test`. */
async function run(text: string): Promise<{ status: number | null; stdout: string }> {
  using home = emptyHome();
  const file = path.join(home.path, 'a.test.mjs');
  writeFileSync(file, `import { before, beforeEach, describe, it } from 'node:test';\nimport { useDevnet } from '${useDevnet}';\n${text}`);
  const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, ...home.env };
  return await child(['--test', file], env, { program: [process.execPath] }).ended;
}

test('error: a before hook at the top of a file says where hooks have the network', async () => {
  const { status, stdout } = await run("const net = useDevnet();\nbefore(() => net.devnet.status());\nit('x', () => {});");
  expect(stdout).toContain(
    'the devnet is not open yet. Use it in tests and hooks. node:test runs before() at the top of a file at once, without waiting for the ' +
      'network: put that hook into a describe(), or use beforeEach().',
  );
  expect(status).toBe(1);
});

test('behavior: what that error advises works', async () => {
  const { status, stdout } = await run(`
    const net = useDevnet();
    const seen = [];
    beforeEach(async () => void seen.push((await net.devnet.status()).ready));
    describe('a group', () => {
      before(async () => void seen.push((await net.devnet.status()).ready));
      it('x', () => { if (seen.join() !== 'true,true') throw new Error(seen.join()); });
    });`);
  expect(stdout).toContain('# fail 0');
  expect(status).toBe(0);
});
