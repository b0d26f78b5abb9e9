import { expect, test } from 'vitest';
import { withLongFlags } from '#dist/cli/node-options.js';

test.each([
  ['-minrelaytxfee=0.00001', '--minrelaytxfee=0.00001'],
  ['-acceptnonstdtxn', '--acceptnonstdtxn=1'],
  ['-acceptnonstdtxn=0', '--acceptnonstdtxn=0'],
  ['-nodatacarrier', '--datacarrier=0'],
  ['--datacarrier', '--datacarrier=1'],
  ['-rpcuser=ann', '--rpc-user=ann'],
  ['-rpcport=1', '--port=1'],
  ['--port', '--port'],
  ['-h', '-h'],
])("option: node bitcoin reads bitcoind's spelling %s as %s", (given, read) => {
  expect(withLongFlags(['node', 'bitcoin', given])).toEqual(['node', 'bitcoin', read]);
});

test('default: other commands keep their words', () => {
  const args = ['exec', '--', 'node', 'bitcoin', '-nodatacarrier'];
  expect(withLongFlags(args)).toBe(args);
});
