import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';

const project = path.resolve(import.meta.dirname, '../fixtures/projects/simnet');
const root = path.resolve(import.meta.dirname, '../..');
const PLAN = 'deployments/default.simnet-plan.yaml';

/** Runs a program in a folder with what it imports as clarinet-sdk replaced. */
async function run(folder: string, type: string, code: string): Promise<string> {
  const register = `file://${path.join(root, 'bundle/simnet-register.mjs')}`;
  const args = ['--import', register, `--input-type=${type}`, '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return stdout.trim();
}

const USE =
  "initSimnet().then((simnet) => console.log(simnet.callReadOnlyFn('old', 'one', [], " +
  'simnet.deployer).result.type, simnet.burnBlockHeight));';

test('default: tools that import or require clarinet-sdk get the simnet of this package', async () => {
  await using folder = await temporaryFolder('register');
  cpSync(project, folder.path, { recursive: true });
  expect(await run(folder.path, 'module', `import { initSimnet } from '@stacks/clarinet-sdk'; ${USE}`)).toBe('ok 3');
  expect(await run(folder.path, 'commonjs', `const { initSimnet } = require('@stacks/clarinet-sdk'); ${USE}`)).toBe('ok 3');
});

test('behavior: the plan that tools read is written, unless the project has one', async () => {
  await using folder = await temporaryFolder('register');
  cpSync(project, folder.path, { recursive: true });
  const code = `import { initSimnet } from '@stacks/clarinet-sdk'; await initSimnet();`;
  await run(folder.path, 'module', code);
  const plan = readFileSync(path.join(folder.path, PLAN), 'utf8');
  expect(plan).toContain('emulated-contract-publish:\n            contract-name: old');
  writeFileSync(path.join(folder.path, PLAN), 'id: 0\n');
  await run(folder.path, 'module', code);
  expect(readFileSync(path.join(folder.path, PLAN), 'utf8')).toBe('id: 0\n');
});
