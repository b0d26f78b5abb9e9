import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../disposable-folder.js';

const project = path.resolve(import.meta.dirname, '../../fixtures/projects/simnet');
const root = path.resolve(import.meta.dirname, '../../..');
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

/** Loads clarinet-sdk in several ways, and prints whether each gave the simnet of this package. */
const WAYS = `
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const require = createRequire(process.cwd() + '/a.js');
const ours = await import(${JSON.stringify(path.join(root, 'bundle/simnet.mjs'))});
const entry = REAL.esm;
const isOurs = async (loading) => (await loading).initSimnet === ours.initSimnet;
console.log(JSON.stringify({
  byName: await isOurs(import('@stacks/clarinet-sdk')),
  byOldName: await isOurs(import('@hirosystems/clarinet-sdk')),
  byUrl: await isOurs(import(entry)),
  byUrlWithQuery: await isOurs(import(entry + '?v=1')),
  byPath: await isOurs(import(new URL(entry).pathname)),
  required: await isOurs(require('@stacks/clarinet-sdk')),
  requiredByPath: await isOurs(require(REAL.cjs)),
  helpers: Object.keys(await import('@stacks/clarinet-sdk/vitest')).includes('vitestSetupFilePath'),
  otherFile: await isOurs(import(new URL('./vfs.js', entry).href)),
}));`;

test('behavior: clarinet-sdk is recognized by the module that is loaded, not by the words of an import', async () => {
  await using folder = await temporaryFolder('register');
  cpSync(path.join(root, 'node_modules/@stacks/clarinet-sdk/dist'), path.join(folder.path, 'linked-clarinet-sdk/dist'), {
    recursive: true,
  });
  for (const name of ['@stacks/clarinet-sdk', '@hirosystems/clarinet-sdk']) {
    const manifest = JSON.parse(readFileSync(path.join(root, 'node_modules/@stacks/clarinet-sdk/package.json'), 'utf8')) as object;
    writeFileSync(path.join(folder.path, 'linked-clarinet-sdk/package.json'), JSON.stringify({ ...manifest, name }));
    // The tests of a project import a copy that is installed, or linked.
    for (const copy of [path.join(root, 'node_modules/@stacks/clarinet-sdk'), path.join(folder.path, 'linked-clarinet-sdk')]) {
      const real = {
        esm: pathToFileURL(path.join(copy, 'dist/esm/node/src/index.js')).href,
        cjs: path.join(copy, 'dist/cjs/node/src/index.js'),
      };
      const code = WAYS.replaceAll('REAL.esm', JSON.stringify(real.esm)).replaceAll('REAL.cjs', JSON.stringify(real.cjs));
      const { otherFile, ...ways } = JSON.parse(await run(root, 'module', code)) as Record<string, boolean>;
      expect(otherFile).toBe(false);
      expect(Object.entries(ways).filter(([, isOurs]) => !isOurs)).toEqual([]);
    }
  }
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
