import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../disposable-folder.js';
import { programOf, runExample } from '../../examples/run.js';

const root = path.resolve(import.meta.dirname, '../../..');
const examples = path.join(root, 'test/examples');
const register = path.join(root, 'bundle/simnet-register.mjs');

const HELPER = `export { getSDK } from '@stacks/clarinet-sdk';`;
const REQUIRED = `module.exports = require('@stacks/clarinet-sdk');`;
const SUITE = `
  import * as named from '@stacks/clarinet-sdk';
  import { createRequire } from 'node:module';
  import { expect, it } from 'vitest';
  import { getSDK } from './helper.js';
  it('is the simnet of this package wherever it comes from', async () => {
    const require = createRequire(import.meta.url);
    const [required, ours] = [require('./required.cjs'), require(process.env.OURS)];
    const lazily = await import('@stacks/clarinet-sdk');
    for (const found of [named.getSDK, lazily.getSDK, required.getSDK, getSDK, globalThis.fromSetup]) expect(found).toBe(ours.getSDK);
  });`;

test('default: what the tests, set-up files and helpers of a suite import as clarinet-sdk is the simnet of this package', async () => {
  await using folder = await temporaryFolder('register');
  const put = (name: string, text: string) => writeFileSync(path.join(folder.path, name), text);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'));
  put('a.test.js', SUITE);
  put('helper.js', HELPER);
  put('required.cjs', REQUIRED);
  put('setup.js', `import { getSDK } from '@stacks/clarinet-sdk';\nglobalThis.fromSetup = getSDK;`);
  put('vitest.config.mjs', `export default { test: { root: import.meta.dirname, setupFiles: ['./setup.js'], maxWorkers: 1 } };`);
  for (const pool of ['forks', 'threads']) {
    const args = [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.mjs', '--pool', pool];
    const { output } = await runExample(path.relative(examples, folder.path), args, {
      NODE_OPTIONS: `--import ${register}`,
      OURS: path.join(root, 'bundle/simnet.mjs'),
    });
    expect(output).toMatch(/Tests +1 passed \(1\)/);
  }
});
