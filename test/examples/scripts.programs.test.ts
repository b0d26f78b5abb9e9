import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';
import { devnetProgram, runExample } from './run.js';

const paid = [
  '2500000 micro-STX in Stacks block \\d+: 0x[0-9a-f]{64}',
  '50000 sats in Bitcoin block \\d+: [0-9a-f]{64}',
  'the API says: success',
].join('\n');

test.each([
  ['alone', ['pay.js']],
  ['in exec', [devnetProgram, 'exec', '--log-level', 'error', '--', process.execPath, 'pay.js']],
])('default: a plain script, %s', async (_, args) => {
  const { status, output } = await runExample('script', args);
  expect(output).toMatch(new RegExp(`^${paid}\n$`));
  expect(status).toBe(0);
});

test('default: coverage of a script in exec', async () => {
  await using folder = await temporaryFolder('coverage');
  const file = path.join(folder.path, 'lcov.info');
  const args = [devnetProgram, 'exec', '--log-level', 'error', '--coverage', file, '--', process.execPath, 'add.js'];
  expect(await runExample('coverage', args)).toEqual({ status: 0, output: '(ok true)\n' });
  const report = await readFile(file, 'utf8');
  for (const line of ['SF:contracts/counter.clar', 'FNDA:1,add', 'DA:5,1', 'DA:6,0', 'BRDA:5,0,0,1', 'BRDA:6,0,1,0']) {
    expect(report.split('\n')).toContain(line);
  }
});

test('default: value moves from Bitcoin to Stacks and back', async () => {
  // Since Node 21, bitcoin-core's request warns of old modules of Node, but not below node_modules, where users have the bundle.
  const { status, output } = await runExample('bridge', ['--no-deprecation', 'bridge.js']);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^locked 50000 sats in Bitcoin block \d+, minted in Stacks block \d+$/),
    expect.stringMatching(/^burnt in Stacks block \d+, paid out in Bitcoin block \d+$/),
    '',
  ]);
  expect(status).toBe(0);
});
