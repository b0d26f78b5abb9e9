import { expect, test } from 'vitest';
import { endpointText, numericAddress, parseEndpoint } from '#dist/bitcoin/node/peers/endpoint.js';
import { startRpcNode } from '../harness.js';

test.for([
  ['127.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['10.258', '10.0.1.2'],
  ['2130706433', '127.0.0.1'],
  ['::1', '::1'],
  ['0::1', '::1'],
  ['localhost', undefined],
  ['1.2.3.4.5', undefined],
  ['256.1.1.1', undefined],
  ['127.1.', undefined],
  ['', undefined],
] as const)('the address %j is %j', ([text, address]) => {
  expect(numericAddress(text)).toBe(address);
});

test('an endpoint has a host, and the default port or its own', () => {
  expect(parseEndpoint('127.1:19000')).toEqual({ host: '127.0.0.1', port: 19_000 });
  expect(parseEndpoint('[0::1]')).toEqual({ host: '::1', port: 18_444 });
  expect(parseEndpoint('node.example:1')).toEqual({ host: 'node.example', port: 1 });
  for (const text of ['127.0.0.1:0', '127.0.0.1:65536', 'a:b', '::1']) expect(parseEndpoint(text)).toBeUndefined();
});

test('spellings of one endpoint have one text; a name is not resolved', () => {
  expect(['127.1', '127.0.0.1:18444', '0x7f000001'].map(endpointText)).toEqual(new Array(3).fill('127.0.0.1:18444'));
  expect(['localhost:1', 'no endpoint:x'].map(endpointText)).toEqual(['localhost:1', 'no endpoint:x']);
});

test('addnode and setban know an address in each of its spellings', async () => {
  await using rpc = await startRpcNode();
  await rpc.call('addnode', '127.0.0.1:19999', 'add');
  expect(await rpc.failure('addnode', '127.1:19999', 'add')).toEqual({ code: -23, message: 'Error: Node already added' });
  // As in bitcoind, one is removed by the spelling with which it was added.
  expect(await rpc.failure('addnode', '127.1:19999', 'remove')).toMatchObject({ code: -24 });
  expect(await rpc.call('getaddednodeinfo')).toMatchObject([{ addednode: '127.0.0.1:19999' }]);
  await rpc.call('setban', '127.1', 'add');
  await rpc.call('setban', '0x0a.0.0.1/8', 'add');
  const banned: { address: string }[] = await rpc.call('listbanned');
  expect(banned.map(({ address }) => address)).toEqual(['10.0.0.0/8', '127.0.0.1/32']);
  expect(await rpc.failure('setban', '127.0.0.1', 'add')).toMatchObject({ code: -23 });
});
