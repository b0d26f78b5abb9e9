import { expect, test } from 'vitest';
import { startRpcNode, TRUE_ADDRESS } from '../harness.js';

test('behavior: setmocktime sets the time of the next blocks', async () => {
  await using other = await startRpcNode();
  await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  await other.call('setmocktime', 1_900_000_000);
  const [hash] = await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await other.call('getblockheader', hash)).time).toBe(1_900_000_000);
  await other.call('setmocktime', 0);
  const [next] = await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await other.call('getblockheader', next)).time).toBe(1_900_000_600);
});

test('behavior: waiting calls return when the tip matches', async () => {
  await using other = await startRpcNode();
  const waits = [other.call('waitfornewblock'), other.call('waitforblockheight', 2, 60_000)];
  // Methods load with their first call: both wait once they show among the calls.
  await expect
    .poll(async () => (await other.call('getrpcinfo')).active_commands.map(({ method }: { method: string }) => method))
    .toEqual(expect.arrayContaining(['waitfornewblock', 'waitforblockheight']));
  const [first, second] = await other.call('generatetoaddress', 2, TRUE_ADDRESS);
  const [any, high] = await Promise.all(waits);
  expect([first, second]).toContain(any.hash);
  expect(high).toEqual({ hash: second, height: 2 });
  expect(await other.call('waitforblock', second)).toEqual({ hash: second, height: 2 });
  expect(await other.call('waitforblockheight', 9, 1)).toEqual({ hash: second, height: 2 });
});

// What Core 30 has and Knots 29.5, of which the recorded answers are, has not.
test('behavior: what Core 30 adds to mining and mempool', async () => {
  await using rpc = await startRpcNode();
  expect((await rpc.post({ id: 1, method: 'getmininginfo' })).text).toContain('"blockmintxfee":0.00000001,');
  expect(await rpc.call('getmempoolinfo')).toMatchObject({ permitbaremultisig: true, maxdatacarriersize: 100_000 });
  expect(await rpc.failure('createrawtransaction', [], [], 0, false, 4)).toEqual({
    code: -8,
    message: 'Invalid parameter, version out of range(1~3)',
  });
});

test('behavior: getnetworkinfo says what the node is', async () => {
  await using rpc = await startRpcNode();
  expect(await rpc.call('getnetworkinfo')).toMatchObject({
    version: 300_000,
    subversion: '/Satoshi:30.0.0/stacks-devnet:0.1.0(embedded)/',
    localservices: '0000000000000000',
    localservicesnames: [],
    networks: ['ipv4', 'ipv6', 'onion', 'i2p', 'cjdns'].map((name) => ({ name, limited: true, reachable: false })),
  });
});
