import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { type FakeNodes, fakeNodes } from './fake-nodes.js';
import { BTC_KEYS, STX_KEYS } from './inner.js';

const TESTNET = { bitcoin: 'testnet4', networkId: 0x80000000, parentNetworkId: 0x0709110b };
const MAINNET = { bitcoin: 'main', networkId: 1, parentNetworkId: 0xd9b4bef9 };

const attach = ({ urls }: FakeNodes, keys: { stx?: string[]; btc?: string[] } = { stx: STX_KEYS, btc: BTC_KEYS }) =>
  startDevnet({
    engine: 'external',
    external: { bitcoinRpc: urls.bitcoin, stacksRpc: urls.stacks },
    faucet: { stx: { keys: keys.stx }, btc: { keys: keys.btc } },
  });

const FAUCETS = [
  ['/extended/v1/faucets/btc', 'BTC', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH'],
  ['/extended/v3/faucets/btc', 'BTC', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH'],
  ['/extended/v1/faucets/btc', 'BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['/extended/v1/faucets/stx', 'STX', 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5'],
  ['/extended/v3/faucets/stx', 'STX', 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5'],
  ['/extended/v1/faucets/stx', 'STX', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
] as const;
/** Requests that a payment makes before and after signing: coins, nonces and balances of the faucet's keys, and the broadcast. */
const PAYING =
  /scantxoutset|sendrawtransaction|getrawtransaction|listunspent|generate|\/v2\/accounts\/ST(?:2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND|NHKEPYEPJ8ET55ZZ0M5A34J0R3N5FM2CMMMAZ6)|POST \/v2\/transactions|\/v2\/fees/;

test.each([
  ['both chains', MAINNET],
  ['Bitcoin alone', { ...TESTNET, bitcoin: 'main' }],
  ['Stacks alone, by its chain id', { ...TESTNET, networkId: 1 }],
  ['Stacks alone, by the Bitcoin chain that it follows', { ...TESTNET, parentNetworkId: 0xd9b4bef9 }],
])('behavior: on mainnet (%s) every faucet answers 403, and no transaction is built or sent', async (_name, chains) => {
  await using nodes = await fakeNodes(chains);
  await using devnet = await attach(nodes);
  for (const [path, coin, address] of FAUCETS) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${devnet.urls.gateway}${path}`, { method: 'POST', headers, body: JSON.stringify({ address }) });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: `${coin} faucet is not fully configured`,
      hint: expect.stringContaining('mainnet'),
    });
  }
  await expect(devnet.faucet.btc('mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH')).rejects.toMatchObject({ code: 'FAUCET_DISABLED' });
  await expect(devnet.faucet.stx('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5')).rejects.toMatchObject({ code: 'FAUCET_DISABLED' });
  await expect(devnet.mine({ bitcoin: 1 })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await expect(devnet.setMining({ bitcoin: 'auto' })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  expect(nodes.asked).toContain('getblockchaininfo');
  expect(nodes.asked).toContain('GET /v2/info');
  expect(nodes.asked.filter((request) => PAYING.test(request))).toEqual([]);
});

test('behavior: the chain is read before each payment, because nodes may move to mainnet', async () => {
  const chains = { chain: 'testnet4', blocks: 150, bestblockhash: '11'.repeat(32) };
  await using nodes = await fakeNodes({ ...TESTNET, methods: { getblockchaininfo: chains } });
  await using devnet = await attach(nodes);
  chains.chain = 'main';
  await expect(devnet.faucet.stx('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5')).rejects.toMatchObject({ code: 'FAUCET_DISABLED' });
  expect(nodes.asked.filter((request) => PAYING.test(request))).toEqual([]);
});

test.each(['signet', 'test', 'testnet4'])('behavior: on %s addresses are those of the chain', async (bitcoin) => {
  const scan = { success: true, height: 150, unspents: [], total_amount: 0 };
  await using nodes = await fakeNodes({ ...TESTNET, bitcoin, methods: { scantxoutset: scan } });
  await using devnet = await attach(nodes);
  const { addresses } = devnet.accounts['deployer']?.btc ?? {};
  expect(addresses).toMatchObject({
    p2pkh: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
    p2wpkh: expect.stringMatching(/^tb1q/),
    p2tr: expect.stringMatching(/^tb1p/),
  });
  // The address is accepted. The faucet then finds no coins of its own.
  await expect(devnet.faucet.btc(addresses?.p2wpkh ?? '')).rejects.toMatchObject({
    code: 'FAUCET_FAILED',
    message: expect.stringContaining('run out of tokens'),
  });
  await expect(devnet.faucet.btc('bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    expected: expect.stringContaining('tb1'),
  });
  await expect(devnet.mine({ bitcoin: 1 })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining(`on ${bitcoin}`),
  });
});

test('behavior: without keys a faucet responds 403', async () => {
  await using nodes = await fakeNodes({ ...TESTNET, bitcoin: 'regtest' });
  await using devnet = await startDevnet({
    engine: 'external',
    external: { bitcoinRpc: nodes.urls.bitcoin, stacksRpc: nodes.urls.stacks },
  });
  const answer = await fetch(`${devnet.urls.gateway}/extended/v1/faucets/stx?address=ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5`, {
    method: 'POST',
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: 'STX faucet is not fully configured', success: false });
});
