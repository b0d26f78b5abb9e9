import { expect, test } from 'vitest';
import { readNodeFlags, resolveNodeSettings } from '#dist/project/config/bitcoin-node/resolve.js';

test('default: those of Bitcoin Core 30, but a transaction index and a clock that follows the blocks', () => {
  expect(resolveNodeSettings({})).toMatchObject({
    acceptnonstdtxn: false,
    minrelaytxfee: undefined,
    incrementalrelayfee: 100n,
    datacarriersize: 100_000,
    limitancestorcount: 25,
    maxmempool: 300,
    blockmintxfee: 1n,
    txindex: true,
    clock: 'blocks',
  });
});

test.each([
  [0.00001, 1000n],
  [1e-8, 1n],
  ['0.00000001', 1n],
  ['0', 0n],
  [2, 200_000_000n],
])('option: minrelaytxfee %s is %s sats per kvB', (given, rate) => {
  expect(resolveNodeSettings({ minrelaytxfee: given }).minrelaytxfee).toBe(rate);
});

test('option: flags have the values of code as text', () => {
  const hash = 'a'.repeat(64);
  const flags = readNodeFlags({
    datacarrier: '0',
    minrelaytxfee: '0.00001',
    maxmempool: '5',
    rpcauth: [`ann:salt$${hash}`],
    clock: 'running',
    testactivationheight: ['csv@432'],
    whitelist: ['noban@127.0.0.0/8', '::1'],
  });
  expect(resolveNodeSettings(flags)).toMatchObject({
    datacarrier: false,
    minrelaytxfee: 1000n,
    maxmempool: 5,
    rpcauth: [{ user: 'ann', salt: 'salt', hash }],
    clock: 'running',
    testactivationheight: [{ deployment: 'csv', height: 432 }],
    whitelist: [
      { permissions: ['noban'], address: '127.0.0.0', prefix: 8 },
      { permissions: ['noban', 'relay', 'mempool'], address: '::1', prefix: 128 },
    ],
  });
});

test.each([
  ['minrelaytxfee', '-1'],
  ['minrelaytxfee', '0.000000001'],
  ['dustrelayfee', '1e-5'],
  ['maxmempool', '4'],
  ['blockmaxweight', '4000001'],
  ['blockreservedweight', '1999'],
  ['acceptnonstdtxn', 'yes'],
  ['clock', 'stopped'],
  ['testactivationheight', 'taproot@5'],
  ['testactivationheight', 'segwit'],
  ['whitelist', 'noban@'],
  ['whitelist', 'anything@127.0.0.1'],
  ['whitelist', 'constructor@127.0.0.1'],
  ['whitelist', '127.0.0.1/33'],
] as const)('error: -%s=%s', (name, text) => {
  expect(() => resolveNodeSettings(readNodeFlags({ [name]: text }))).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
});

test('error: an unknown option names the nearest', () => {
  const misspelt: object = { maxmempol: 5 };
  expect(() => resolveNodeSettings(misspelt)).toThrow('maxmempol: unknown option of the Bitcoin node; did you mean maxmempool?');
});

test('error: a bad credential does not show', () => {
  expect(() => resolveNodeSettings({ rpcauth: ['ann:hunter2'] })).toThrow(expect.not.stringContaining('hunter2'));
});
