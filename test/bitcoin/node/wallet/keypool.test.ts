import { describe, expect, test } from 'vitest';
import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { startRpcNode } from '../harness.js';
import { funded, on } from './kit.js';

const XPRV = 'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const XPUB = 'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';
const RAN_OUT = { code: -12, message: 'Error: Keypool ran out, please call keypoolrefill first' };

describe('keys of a wallet', () => {
  test('a locked wallet with hardened addresses runs out of keys', async () => {
    await using rpc = await startRpcNode({ wallets: { keypool: 2 } });
    await rpc.call('createwallet', 'w', false, true);
    await rpc.call('encryptwallet', 'pass');
    await rpc.call('walletpassphrase', 'pass', 1000);
    const desc = addChecksum(`wpkh(${XPRV}/0h/*h)`);
    expect(await rpc.call('importdescriptors', [{ desc, timestamp: 'now', range: [0, 1], active: true }])).toEqual([{ success: true }]);
    await rpc.call('walletlock');
    for (let count = 0; count < 2; count++) await rpc.call('getnewaddress');
    expect(await rpc.failure('getnewaddress')).toEqual(RAN_OUT);
    expect((await rpc.call('getwalletinfo')).keypoolsize).toBe(0);
    await rpc.call('walletpassphrase', 'pass', 1000);
    await rpc.call('keypoolrefill', 3);
    expect((await rpc.call('getwalletinfo')).keypoolsize).toBe(3);
    await rpc.call('walletlock');
    for (let count = 0; count < 3; count++) await rpc.call('getnewaddress');
    expect(await rpc.failure('getnewaddress')).toEqual(RAN_OUT);
  });

  test('keypoolrefill and walletpassphrase extend the ranges', async () => {
    await using rpc = await startRpcNode({ wallets: { keypool: 1 } });
    await rpc.call('createwallet', 'w', false, false, 'pass');
    await rpc.call('getnewaddress');
    expect((await rpc.call('getwalletinfo')).keypoolsize).toBe(3);
    await rpc.call('walletpassphrase', 'pass', 1000);
    expect(await rpc.call('getwalletinfo')).toMatchObject({ keypoolsize: 4, keypoolsize_hd_internal: 4 });
    await rpc.call('keypoolrefill', 5);
    expect(await rpc.call('getwalletinfo')).toMatchObject({ keypoolsize: 20, keypoolsize_hd_internal: 20 });
  });

  test('encryption gives no keys to a wallet that was created without', async () => {
    await using rpc = await startRpcNode({ wallets: { keypool: 1 } });
    await rpc.call('createwallet', 'w', false, true);
    await rpc.call('importdescriptors', [{ desc: addChecksum(`wpkh(${XPRV}/0/*)`), timestamp: 'now' }]);
    await rpc.call('encryptwallet', 'pass');
    expect((await rpc.call('listdescriptors')).descriptors).toHaveLength(1);
    expect((await rpc.call('getwalletinfo')).flags).toContain('blank');
  });

  test('getrawchangeaddress has the type of the option changetype', async () => {
    await using rpc = await startRpcNode({ wallets: { addressType: 'legacy', changeType: 'bech32m' } });
    await rpc.call('createwallet', 'w');
    expect(await rpc.call('getrawchangeaddress')).toMatch(/^bcrt1p/);
    expect(await rpc.call('getnewaddress')).toMatch(/^[mn]/);
  });
});

describe('importdescriptors', () => {
  test('hardened steps are shown as h, whatever the import has; the private form stays', async () => {
    await using rpc = await startRpcNode({ wallets: { keypool: 1 } });
    await rpc.call('createwallet', 'w', true);
    const desc = `tr([00000001/1'/2']${XPUB}/*,and_v(v:pk([00000002/3']${XPUB}/5/*),older(9)))`;
    await rpc.call('importdescriptors', [{ desc: addChecksum(desc), range: [0, 1], timestamp: 'now' }]);
    const { descriptors } = await rpc.call('listdescriptors');
    const shown = addChecksum(desc.replaceAll("'", 'h'));
    expect(descriptors).toMatchObject([{ desc: shown }]);
    const [address] = await rpc.call('deriveaddresses', shown, [0, 0]);
    expect(await rpc.call('getaddressinfo', address)).toMatchObject({ parent_desc: shown });
  });
});

test('signrawtransactionwithwallet needs no scripts of a coin that only the call knows', async () => {
  await using rpc = await funded();
  const address = await rpc.call('getnewaddress', '', 'p2sh-segwit');
  const { scriptPubKey } = await rpc.call('getaddressinfo', address);
  const coin = { txid: '1d1d4e24ed99057e84c3f80fd8fbec79ed9e1acee37da269356ecea000000000', vout: 3 };
  const raw = await rpc.call('createrawtransaction', [coin], { [address]: 1 });
  expect(await rpc.call('signrawtransactionwithwallet', raw, [{ ...coin, scriptPubKey, amount: 1 }])).toMatchObject({ complete: true });
  expect((await on(rpc, 'w', 'listwalletdir')).result).toEqual({ wallets: [{ name: 'w', warnings: [] }] });
});
