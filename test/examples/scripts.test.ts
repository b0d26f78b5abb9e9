import { expect, test } from 'vitest';
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

test('default: value moves from Bitcoin to Stacks and back', async () => {
  const { status, output } = await runExample('bridge', ['bridge.js']);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^locked 50000 sats in Bitcoin block \d+, minted in Stacks block \d+$/),
    expect.stringMatching(/^burnt in Stacks block \d+, paid out in Bitcoin block \d+$/),
    '',
  ]);
  expect(status).toBe(0);
});
