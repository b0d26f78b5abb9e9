import { bech32 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { funded, largestSize, on } from './kit.js';
import { playPayments } from './random-payments.js';

describe('which wallet', () => {
  test('a call without a loaded wallet is −18, with several −19, and the path names one', async () => {
    // The keys of four kinds of addresses, as many as by default.
    await using rpc = await startRpcNode({});
    expect(await rpc.failure('getbalance')).toMatchObject({ code: -18, message: expect.stringMatching(/^No wallet is loaded\. Load a/) });
    expect(await rpc.call('createwallet', 'a b')).toEqual({ name: 'a b' });
    expect(await rpc.call('getbalance')).toBe(0);
    await rpc.call('createwallet', '');
    expect(await rpc.failure('getbalance')).toMatchObject({ code: -19, message: expect.stringMatching(/^Multiple wallets are loaded/) });
    expect(await rpc.failure('listlabels', 'a purpose of no label')).toMatchObject({ code: -19 });
    expect((await on(rpc, 'a b', 'getwalletinfo')).result).toMatchObject({ walletname: 'a b', keypoolsize: 4000, txcount: 0 });
    expect((await on(rpc, '', 'getwalletinfo')).result.walletname).toBe('');
    expect((await on(rpc, 'c', 'getblockcount')).result).toBe(0);
    expect((await on(rpc, 'c', 'getbalance')).error).toEqual({ code: -18, message: 'Requested wallet does not exist or is not loaded' });
  });

  test('a name that no file can have is refused, also in a node without a folder', async () => {
    await using rpc = await startRpcNode({ wallets: { keypool: 1 } });
    for (const name of ['x'.repeat(256), 'ü'.repeat(128), `a/${'x'.repeat(256)}`, Array(2049).join('x/')]) {
      expect(await rpc.failure('createwallet', name, true)).toEqual({
        code: -1,
        message: `filesystem error: symlink_status: File name too long [${name}]`,
      });
    }
    expect(await rpc.failure('createwallet', 'a\0b', true)).toMatchObject({ code: -1 });
    for (const name of ['.', '..', '', 'ü'.repeat(127), 'x'.repeat(255)]) await rpc.call('createwallet', name, true);
    expect(await rpc.failure('createwallet', '..', true)).toMatchObject({
      code: -4,
      message: expect.stringMatching(/'..'. Database already/),
    });
  });

  test('of two calls that create the same wallet one succeeds', async () => {
    await using rpc = await startRpcNode();
    const both = await Promise.allSettled([rpc.call('createwallet', 'a'), rpc.call('createwallet', 'a')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a wallet that was unloaded has what happened meanwhile', async () => {
    await using rpc = await funded();
    const address = await rpc.call('getnewaddress');
    await rpc.call('unloadwallet', 'w');
    await rpc.call('generatetoaddress', 2, address);
    await rpc.call('loadwallet', 'w');
    expect(await rpc.call('getbalances')).toMatchObject({ mine: { trusted: 150, immature: 5000 } });
  });
});

describe('payments', () => {
  test.each(['legacy', 'p2sh-segwit', 'bech32', 'bech32m'])('an address of type %s receives and spends', async (type) => {
    await using rpc = await funded();
    const address = await rpc.call('getnewaddress', 'mine', type);
    const txid = await rpc.call('sendtoaddress', address, 10);
    expect(await rpc.call('gettransaction', txid)).toMatchObject({ confirmations: 0, trusted: true, 'bip125-replaceable': 'yes' });
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const [coin] = await rpc.call('listunspent', 1, 9999999, [address]);
    expect(coin).toMatchObject({ txid, amount: 10, label: 'mine', confirmations: 1, spendable: true, solvable: true, safe: true });
    const [input] = [{ txid, vout: coin.vout }];
    const raw = await rpc.call('createrawtransaction', [input], { [TRUE_ADDRESS]: 9.999 });
    const signed = await rpc.call('signrawtransactionwithwallet', raw);
    expect(signed.complete).toBe(true);
    const spent = await rpc.call('sendrawtransaction', signed.hex);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    expect(await rpc.call('gettransaction', spent)).toMatchObject({ amount: -9.999, fee: -0.001, confirmations: 1 });
  });

  test('the recipient gets the amount, the fee is that of the rate, and the rest returns', async () => {
    await using rpc = await funded();
    const txid = await rpc.call('sendtoaddress', TRUE_ADDRESS, '1.5', 'rent', 'landlord');
    const { fees } = await rpc.call('getmempoolentry', txid);
    expect(Math.round(fees.base * 1e8)).toBe((await largestSize(rpc, txid)) * 20);
    expect(await rpc.call('gettransaction', txid)).toMatchObject({ amount: -1.5, fee: -fees.base, comment: 'rent', to: 'landlord' });
    expect(await rpc.call('getbalance')).toBeCloseTo(50 - 1.5 - fees.base, 8);
    const exact = await rpc.call('sendmany', '', { [TRUE_ADDRESS]: 1 }, 0, '', [TRUE_ADDRESS], true, null, 'unset', 5, true);
    const entry = await rpc.call('getmempoolentry', exact.txid);
    // It spends the taproot change, whose signature Core and we expect to be a byte longer.
    expect(Math.round(entry.fees.base * 1e8)).toBe((entry.vsize + 1) * 5);
    expect((await rpc.call('gettransaction', exact.txid)).amount).toBeCloseTo(-1 + entry.fees.base, 8);
  });

  test('a watch-only wallet funds a PSBT that another one signs', async () => {
    await using rpc = await funded('keys');
    const { descriptors } = await rpc.call('listdescriptors');
    await rpc.call('createwallet', 'watch', true);
    const requests = descriptors.map(({ desc, internal }: { desc: string; internal: boolean }) => {
      return { desc, internal, active: true, range: [0, 99], timestamp: 0 };
    });
    expect((await on(rpc, 'watch', 'importdescriptors', requests)).result).toEqual(requests.map(() => ({ success: true })));
    const [{ result: theirs }, { result: ours }] = [await on(rpc, 'watch', 'getbalances'), await on(rpc, 'keys', 'getbalances')];
    expect(theirs).toEqual(ours);
    expect((await on(rpc, 'watch', 'sendtoaddress', TRUE_ADDRESS, 1)).error.code).toBe(-4);
    const { psbt, fee } = (await on(rpc, 'watch', 'walletcreatefundedpsbt', [], { [TRUE_ADDRESS]: 1 }, 0, { fee_rate: 7 })).result;
    const { hex, complete } = (await on(rpc, 'keys', 'walletprocesspsbt', psbt)).result;
    expect(complete).toBe(true);
    const txid = await rpc.call('sendrawtransaction', hex);
    expect((await rpc.call('getmempoolentry', txid)).fees.base).toBe(fee);
    expect(Math.round(fee * 1e8)).toBe((await largestSize(rpc, txid)) * 7);
    expect((await on(rpc, 'watch', 'listtransactions')).result.at(-1)).toMatchObject({ category: 'send', amount: -1, fee: -fee });
  });

  test('locked coins are not spent', async () => {
    await using rpc = await funded();
    const [{ txid, vout }] = await rpc.call('listunspent');
    expect(await rpc.call('lockunspent', false, [{ txid, vout }])).toBe(true);
    expect(await rpc.failure('lockunspent', false, [{ txid, vout }])).toMatchObject({
      code: -8,
      message: 'Invalid parameter, output already locked',
    });
    expect(await rpc.call('listlockunspent')).toEqual([{ txid, vout }]);
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toMatchObject({ code: -6 });
    await rpc.call('lockunspent', true);
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 1);
  });
});

describe('changes of the chain', () => {
  test('a snapshot restores wallets, also those that were created later', async () => {
    await using rpc = await funded();
    const before = rpc.node.snapshot();
    const seen = async () => ({
      wallets: await rpc.call('listwallets'),
      info: await rpc.call('getwalletinfo'),
      list: await rpc.call('listtransactions', '*', 500),
    });
    const then = await seen();
    const next = await rpc.call('getnewaddress');
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 3);
    await rpc.call('createwallet', 'later');
    await rpc.call('generatetoaddress', 3, TRUE_ADDRESS);
    rpc.node.restore(before);
    expect(await seen()).toEqual(then);
    expect(await rpc.call('getnewaddress')).toBe(next);
  });

  test('a dozen random payments, replacements, double spends, reorganisations and restores: the wallet equals a fresh scan', () =>
    playPayments(12));
});

test('encryptwallet: a passphrase with a null character at its end is another one', async () => {
  await using rpc = await funded();
  await rpc.call('encryptwallet', 'secret');
  expect(await rpc.failure('walletpassphrase', 'secret\0', 10)).toMatchObject({ code: -14 });
  expect(await rpc.call('walletpassphrase', 'secret', 10)).toBeNull();
});

test('sendtoaddress: the lock time is the height of a tip that is at most eight hours old', async () => {
  await using rpc = await funded();
  const lockTime = async () => {
    const { hex } = await rpc.call('gettransaction', await rpc.call('sendtoaddress', TRUE_ADDRESS, 1));
    return (await rpc.call('decoderawtransaction', hex)).locktime;
  };
  expect(await lockTime()).toBe(101);
  const { time } = await rpc.call('getblockheader', await rpc.call('getbestblockhash'));
  await rpc.call('setmocktime', time + 8 * 3600);
  expect(await lockTime()).toBe(101);
  await rpc.call('setmocktime', time + 8 * 3600 + 1);
  expect(await lockTime()).toBe(0);
});

test('walletprocesspsbt: signs with a key of a multisig that the wallet knows as the key of an address', async () => {
  await using rpc = await funded();
  const { pubkey } = await rpc.call('getaddressinfo', await rpc.call('getnewaddress'));
  const { address, redeemScript } = await rpc.call('createmultisig', 1, [pubkey], 'bech32');
  const txid = await rpc.call('sendtoaddress', address, 1);
  const vout = (await rpc.call('gettransaction', txid, true, true)).decoded.vout.findIndex(({ value }: { value: number }) => value === 1);
  const psbt = await rpc.call('createpsbt', [{ txid, vout }], { [TRUE_ADDRESS]: 0.999 });
  const { descriptor } = await rpc.call('getdescriptorinfo', `wsh(multi(1,${pubkey}))`);
  const updated = await rpc.call('utxoupdatepsbt', psbt, [descriptor]);
  expect((await rpc.call('decodepsbt', updated)).inputs[0].witness_script.hex).toBe(redeemScript);
  expect(await rpc.call('walletprocesspsbt', updated)).toMatchObject({ complete: true });
});

/** Of three signers, from the reference implementation of BIP-129: version, descriptor, paths and first address. */
const BSMS_RECORD = `BSMS 1.0
wsh(sortedmulti(2,[4ba43603/48'/1'/0'/2']tpubDDwf2gdFxFahr9RUtDQCuZmsx34CfdZ7RALAirwC2FGeLBzW1TDiEpqFeRdxLdZD7rfsbZHYwSaT6CLM3TAcYRw6xfRv4U6KCQt4Zuhvjkz/**,[8dfc9b34/48'/1'/0'/2']tpubDEXiq2SVhhqALktxfVFgj3C9M3T2G7xL11iezYg2LJAf245YkNyqp2K9TrvHABDCp2232k34UegU4aKEtUZNigit8EEqoLNe2JKMzMiLwYq/**,[56c4fac3/48'/1'/0'/2']tpubDEg3kqr2jo5ergkJbFqRHvCpiob7wR7Hi44J7y987G1JZfbzBND77XKTyPZzGvh3uyDf8kexMJnFD9W8FuraJ4wLMsx6YuZVXRSRRcx6QdD/**))
/0/*,/1/*
tb1qkpad42v3wkkt9hfww7vs7udr72pm32vyz5kgphkjm5m3z57pgz0srtay9a`;
const BSMS_KEYS = [
  'tprv8hFctGb1osu2xgPgzZjcWA7mP1YGWJNCqrjPSLttbyUFVhjjP4Q84LDPUHb6iQQHE1tnCKT1bDhnni2m77be58zhqTdcXjj5w3QXMHC1ffo',
  'tprv8hqggcQFZL9VTHsAmqb6KdY2n1w66nmRRi7si2div2NGBZpn7zAFdXhHHhkpDJf7h9jHng3dSUAgmdKfSE4JZW5sP9APcdiTWfyWSpnkAK6',
];

test('a descriptor record of BIP-129 is imported, paid, and spent by two of its three signers', async () => {
  await using rpc = await startRpcNode({ wallets: { keypool: 2 } });
  const [version, descriptor = '', paths, first = ''] = BSMS_RECORD.split('\n');
  expect([version, paths]).toEqual(['BSMS 1.0', '/0/*,/1/*']);
  const importTo = async (wallet: string, text: string, isWatching: boolean) => {
    await rpc.call('createwallet', wallet, isWatching, true);
    const { checksum } = await rpc.call('getdescriptorinfo', text);
    const { result } = await on(rpc, wallet, 'importdescriptors', [{ desc: `${text}#${checksum}`, timestamp: 'now', active: true }]);
    expect(result).toMatchObject([{ success: true }]);
  };
  const both = descriptor.replaceAll('/**', '/<0;1>/*');
  await importTo('shared', both, true);
  for (const [at, key] of BSMS_KEYS.entries()) {
    const own = (both.match(/tpub\w+/g) ?? [])[at] ?? '';
    await importTo(`signer ${at}`, both.replace(own, key), false);
  }
  const { result: address } = await on(rpc, 'shared', 'getnewaddress');
  // The record has the address of testnet.
  expect((await rpc.call('validateaddress', address)).witness_program).toBe(Buffer.from(bech32Program(first)).toString('hex'));
  await rpc.call('generatetoaddress', 1, address);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const { result: created } = await on(rpc, 'shared', 'walletcreatefundedpsbt', [], [{ [TRUE_ADDRESS]: 20 }], 0, { fee_rate: 5 });
  const signed = [];
  for (const at of [0, 1]) signed.push((await on(rpc, `signer ${at}`, 'walletprocesspsbt', created.psbt)).result.psbt);
  const { complete, hex } = await rpc.call('finalizepsbt', await rpc.call('combinepsbt', signed));
  expect(complete).toBe(true);
  await rpc.call('sendrawtransaction', hex);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const { result } = await on(rpc, 'shared', 'getbalances');
  expect(result.mine.trusted).toBeCloseTo(30, 3);
});

/** The program of an address of any network. */
function bech32Program(address: string): Uint8Array {
  return new Uint8Array(bech32.fromWords(bech32.decode(address as `tb1${string}`).words.slice(1)));
}
