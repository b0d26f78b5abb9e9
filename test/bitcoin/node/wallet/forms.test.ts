import { describe, expect, test } from 'vitest';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { on } from './kit.js';

const XPRV = 'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const KEY = '029544f4f3ed91caa9f036b8df2ad71afe272cea2d65dcb1c09a13590c6e2f122e';

/** A wallet with one descriptor. Returns the addresses of the descriptor at index 0. */
async function walletOf(rpc: RpcNode, name: string, descriptor: string): Promise<string[]> {
  const desc = `${descriptor}#${(await rpc.call('getdescriptorinfo', descriptor)).checksum}`;
  await rpc.call('createwallet', name, false, true);
  expect((await on(rpc, name, 'importdescriptors', [{ desc, timestamp: 1_600_000_000 }])).result).toMatchObject([{ success: true }]);
  return rpc.call('deriveaddresses', desc);
}

describe('a coin of combo()', () => {
  // The virtual bytes of a payment of it with change, as bitcoind expects them.
  test.for([
    ['P2PKH', `pkh([0c5f9a1e/9]${KEY})`, 219],
    ['P2WPKH', `wpkh([0c5f9a1e/9]${KEY})`, 141],
    ['P2SH', `sh(wpkh([0c5f9a1e/9]${KEY}))`, 164],
  ] as const)('%s has its own descriptor and size, whichever was paid before', async ([, form, size]) => {
    await using rpc = await startRpcNode();
    const addresses = await walletOf(rpc, 'w', `combo(${XPRV}/9)`);
    for (const address of addresses) await rpc.call('generatetoaddress', 1, address);
    await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
    const coins = await rpc.call('listunspent');
    const fees = new Map<string, number>();
    for (const { txid, vout, desc, address } of coins) {
      expect((await rpc.call('getaddressinfo', address)).desc).toBe(desc);
      const options = { fee_rate: 10, add_inputs: false, changeAddress: SMALL };
      const { fee } = await rpc.call('walletcreatefundedpsbt', [{ txid, vout }], [{ [SMALL]: 1 }], 0, options);
      fees.set(desc.replace(/#.*/, ''), Math.round(fee * 1e8));
    }
    expect(fees.get(form)).toBe(10 * size);
  });
});

/** A P2WPKH address. */
const SMALL = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('getaddressinfo shows the metadata of a key only where the address stands for one key', async () => {
  await using rpc = await startRpcNode();
  const key = `${XPRV}/7h/0/1`;
  const single = [`pkh(${key})`, `wpkh(${key})`, `sh(wpkh(${key}))`, `tr(${key})`];
  const others = [
    `wsh(pk(${key}))`,
    `wsh(multi(1,${key}))`,
    `sh(multi(1,${key}))`,
    `sh(pkh(${key}))`,
    `wsh(and_v(v:pk(${key}),older(5)))`,
    `rawtr(${key})`,
    `tr(${key},pk(${XPRV}/8h/1))`,
  ];
  const shown: [descriptor: string, metadata: unknown][] = [];
  for (const [index, descriptor] of [...single, ...others].entries()) {
    const [address] = await walletOf(rpc, `w${index}`, descriptor);
    const { timestamp, hdkeypath, hdseedid, hdmasterfingerprint } = (await on(rpc, `w${index}`, 'getaddressinfo', address)).result;
    shown.push([descriptor, { timestamp, hdkeypath, hdseedid, hdmasterfingerprint }]);
  }
  const ofKey = { timestamp: 1_600_000_000, hdkeypath: 'm/7h/0/1', hdseedid: '0'.repeat(40), hdmasterfingerprint: '0c5f9a1e' };
  expect(shown).toEqual([...single.map((each) => [each, ofKey]), ...others.map((each) => [each, {}])]);
});

test('listunspent shows the scripts behind the hash of an output, also of a P2WSH in a P2SH', async () => {
  await using rpc = await startRpcNode();
  const [address] = await walletOf(rpc, 'w', `sh(wsh(sortedmulti(1,${XPRV}/3,${KEY})))`);
  await rpc.call('generatetoaddress', 1, address);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [{ redeemScript, witnessScript, desc }] = await rpc.call('listunspent');
  const decoded = await rpc.call('decodescript', witnessScript);
  expect(decoded.segwit.hex).toBe(redeemScript);
  // Nobody sees that the keys were sorted.
  expect(desc).toContain(`sh(wsh(multi(1,[`);
});
