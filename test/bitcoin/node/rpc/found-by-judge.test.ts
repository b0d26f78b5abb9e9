import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';

const HASH = '00'.repeat(32);
const MISSING = { code: -4, message: 'Error: This wallet has no available keys' };

let rpc: RpcNode;
let coin: string;
beforeAll(async () => {
  rpc = await startRpcNode({ wallets: { keypool: 10 } });
  await rpc.call('createwallet', 'w');
  const address = await rpc.call('getnewaddress');
  const [hash] = await rpc.call('generatetoaddress', 101, address);
  [coin] = (await rpc.call('getblock', hash)).tx;
});
afterAll(() => rpc?.[Symbol.asyncDispose]());

// Measured: Bitcoin Core 30.
test.each<[what: string, method: string, params: unknown[], error: { code: number; message: string }]>([
  ['a bad amount, before a bad address', 'sendtoaddress', ['', -1], { code: -3, message: 'Amount out of range' }],
  ['a bad amount of several', 'sendmany', ['', { nope: -1 }], { code: -3, message: 'Amount out of range' }],
  [
    'an address twice, whose second amount nobody reads',
    'createrawtransaction',
    [[], [{ [TRUE_ADDRESS]: 1 }, { [TRUE_ADDRESS]: -1 }]],
    { code: -8, message: `Invalid parameter, duplicated address: ${TRUE_ADDRESS}` },
  ],
  [
    'a bad range, before a bad descriptor',
    'deriveaddresses',
    ['x', 'x'],
    { code: -8, message: 'Range must be specified as end or as [begin,end]' },
  ],
  ['an address for documentation', 'setban', ['2001:db8::1', 'add'], { code: -30, message: 'Error: Invalid IP/Subnet' }],
  ['the address of nobody', 'setban', ['0.0.0.0', 'add'], { code: -30, message: 'Error: Invalid IP/Subnet' }],
  ['a hash whose length is in bytes', 'getblock', ['é'], { code: -8, message: "blockhash must be of length 64 (not 2, for 'é')" }],
])('error: %s', async (_, method, params, error) => {
  expect(await rpc.failure(method, ...params)).toEqual(error);
});

test('error: options of a payment are read before its outputs, and only under the name of the method', async () => {
  const inputs = [{ txid: coin, vout: 0 }];
  const fund = (options: object) => rpc.failure('walletcreatefundedpsbt', inputs, [], 0, options);
  expect(await fund({ change_position: 3 })).toEqual({ code: -8, message: 'changePosition out of bounds' });
  expect(await fund({ subtract_fee_from_outputs: [1] })).toEqual({ code: -8, message: 'TX must have at least one output' });
});

test('error: a wallet without keys says so first, and signs nothing', async () => {
  await rpc.call('createwallet', 'blank', false, true);
  const ask = async (method: string, ...params: unknown[]) =>
    JSON.parse((await rpc.post({ id: 1, method, params }, { path: '/wallet/blank' })).text);
  const noFlag = { code: -4, message: 'wallet does not have the "avoid reuse" feature enabled' };
  expect(await ask('getbalance', '*', 0, false, true)).toMatchObject({ error: noFlag });
  expect(await ask('getbalance', '*', 0, false, false)).toMatchObject({ result: 0 });
  expect(await ask('getnewaddress', '*')).toMatchObject({ error: MISSING });
  expect(await ask('getrawchangeaddress', 'nope')).toMatchObject({ error: MISSING });
  const raw = await rpc.call('createrawtransaction', [{ txid: HASH, vout: 0 }], { [TRUE_ADDRESS]: 1 });
  expect(await ask('signrawtransactionwithwallet', raw)).toMatchObject({ result: { hex: raw, complete: false } });
  await rpc.call('unloadwallet', 'blank');
});

test('behavior: small numbers have an exponent, as in Core', async () => {
  const text = async (method: string, ...params: unknown[]) => (await rpc.post({ id: 1, method, params })).text;
  const [address] = await rpc.call('deriveaddresses', (await rpc.call('getdescriptorinfo', `addr(${TRUE_ADDRESS})`)).descriptor);
  const { mediantime } = await rpc.call('getblockchaininfo');
  await rpc.call('setmocktime', mediantime + 200_000);
  await rpc.call('generatetoaddress', 1, address);
  expect(await text('getnetworkhashps', 1)).toMatch(/"result":\d\.\d{1,15}e-0\d,/);
  expect(await text('getdifficulty')).toContain('"result":4.656542373906925e-10,');
  await rpc.call('setmocktime', 0);
});
