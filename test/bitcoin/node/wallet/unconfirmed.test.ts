import { describe, expect, test } from 'vitest';
import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { funded, largestSize, on } from './kit.js';

/** Sends with a fee rate in sat/vB and returns the txid. */
async function pay(rpc: RpcNode, address: string, amount: number, feeRate: number): Promise<string> {
  return (await rpc.call('send', { [address]: amount }, null, 'unset', feeRate)).txid;
}

describe('payments that the mempool rejects', () => {
  test('stay in the wallet, and enter the mempool with the next load', async () => {
    await using rpc = await funded();
    const height = await rpc.call('getblockcount');
    const { txid } = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, { locktime: height + 2 });
    expect(await rpc.call('getrawmempool')).toEqual([]);
    expect(await rpc.call('gettransaction', txid)).toMatchObject({ confirmations: 0, trusted: false });
    await rpc.call('generatetoaddress', 2, TRUE_ADDRESS);
    await rpc.call('unloadwallet', 'w');
    await rpc.call('loadwallet', 'w');
    expect(await rpc.call('getrawmempool')).toEqual([txid]);
  });

  test('stay there without walletbroadcast', async () => {
    await using rpc = await startRpcNode({ wallets: { broadcasts: false } });
    await rpc.call('createwallet', 'w');
    await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
    const txid = await rpc.call('sendtoaddress', TRUE_ADDRESS, 1);
    expect(await rpc.call('getrawmempool')).toEqual([]);
    expect(await rpc.call('sendrawtransaction', (await rpc.call('gettransaction', txid)).hex)).toBe(txid);
  });

  test('abandontransaction returns the coins of descendants, too', async () => {
    await using rpc = await funded();
    await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
    const before = await rpc.call('getbalance');
    const height = await rpc.call('getblockcount');
    const late = { locktime: height + 50, add_to_wallet: true };
    const { txid } = await rpc.call('send', { [await rpc.call('getnewaddress')]: 49 }, null, 'unset', 5, late);
    const { hex, decoded } = await rpc.call('gettransaction', txid, false, true);
    const vout = decoded.vout.findIndex(({ value }: { value: number }) => value === 49);
    const raw = await rpc.call('createrawtransaction', [{ txid, vout }], { [TRUE_ADDRESS]: 48 }, height + 50);
    expect(hex).toMatch(/^02/);
    const coins = [{ txid, vout, scriptPubKey: decoded.vout[vout].scriptPubKey.hex, amount: 49 }];
    expect((await rpc.call('signrawtransactionwithwallet', raw, coins)).complete).toBe(true);
    expect(await rpc.call('getbalance')).toBe(before - 50);
    await rpc.call('abandontransaction', txid);
    expect(await rpc.call('getbalance')).toBe(before);
  });
});

test('a payment of an orphaned coinbase is abandoned', async () => {
  await using rpc = await startRpcNode();
  await rpc.call('createwallet', 'w');
  await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  const [block] = await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const txid = await rpc.call('sendtoaddress', TRUE_ADDRESS, 60);
  await rpc.call('invalidateblock', block);
  expect((await rpc.call('gettransaction', txid)).details[0]).toMatchObject({ abandoned: true });
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  expect(await rpc.call('getbalances')).toMatchObject({ mine: { trusted: 50, untrusted_pending: 0 } });
});

describe('fees for unconfirmed ancestors', () => {
  test('a payment pays for its parent, so that both have its fee rate', async () => {
    await using rpc = await funded();
    const parent = await pay(rpc, await rpc.call('getnewaddress'), 20, 1);
    const child = await pay(rpc, TRUE_ADDRESS, 40, 10);
    const { fees, ancestorcount } = await rpc.call('getmempoolentry', child);
    expect(ancestorcount).toBe(2);
    const { vsize } = await rpc.call('getmempoolentry', parent);
    expect(Math.round(fees.ancestor * 1e8)).toBeCloseTo(((await largestSize(rpc, child)) + vsize) * 10, -2);
  });

  test('sendall does, too', async () => {
    await using rpc = await funded();
    await pay(rpc, await rpc.call('getnewaddress'), 20, 1);
    const { txid } = await rpc.call('sendall', [TRUE_ADDRESS], null, 'unset', 10);
    const { fees, ancestorsize } = await rpc.call('getmempoolentry', txid);
    expect(Math.round(fees.ancestor * 1e8)).toBeGreaterThanOrEqual((ancestorsize - 1) * 10);
  });

  test('a parent with a higher fee rate costs nothing', async () => {
    await using rpc = await funded();
    await pay(rpc, await rpc.call('getnewaddress'), 20, 30);
    const child = await pay(rpc, TRUE_ADDRESS, 40, 10);
    expect(Math.round((await rpc.call('getmempoolentry', child)).fees.base * 1e8)).toBe((await largestSize(rpc, child)) * 10);
  });
});

describe('limits', () => {
  test('chains that the mempool rejects fail unless walletrejectlongchains is off', async () => {
    const chain = async (rpc: RpcNode) => {
      await rpc.call('createwallet', 'w');
      await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
      for (let count = 0; count < 3; count++) await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 1);
    };
    await using strict = await startRpcNode({ policy: { ancestorCount: 3, descendantCount: 3 } });
    await chain(strict);
    expect(await strict.failure('sendtoaddress', TRUE_ADDRESS, 1)).toEqual({
      code: -6,
      message: 'Unconfirmed UTXOs are available, but spending them creates a chain of transactions that will be rejected by the mempool',
    });
    await using loose = await startRpcNode({
      policy: { ancestorCount: 3, descendantCount: 3 },
      wallets: { rejectsLongChains: false },
    });
    await chain(loose);
    expect(await loose.call('sendtoaddress', TRUE_ADDRESS, 1)).toMatch(/^[0-9a-f]{64}$/);
    expect(await loose.call('getrawmempool')).toHaveLength(3);
  });

  test('a wallet without walletrejectlongchains takes the coin whose chain has room, while there is one', async () => {
    await using rpc = await startRpcNode({ policy: { ancestorCount: 6, descendantCount: 6 }, wallets: { rejectsLongChains: false } });
    await rpc.call('createwallet', 'w');
    const address = await rpc.call('getnewaddress');
    await rpc.call('generatetoaddress', 1, address);
    await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
    await rpc.call('sendall', [await rpc.call('getnewaddress'), await rpc.call('getnewaddress')]);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    for (let count = 0; count < 12; count++) await rpc.call('sendtoaddress', TRUE_ADDRESS, 0.001);
    expect(await rpc.call('getrawmempool')).toHaveLength(12);
    // Then it makes one that the mempool does not take.
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 0.001);
    expect(await rpc.call('getrawmempool')).toHaveLength(12);
  });

  test('a payment that needs a coin at the end of a long chain says so, also beside a confirmed coin', async () => {
    await using rpc = await startRpcNode({ policy: { ancestorCount: 3, descendantCount: 3 } });
    for (const name of ['funder', 'w']) await rpc.call('createwallet', name);
    await rpc.call('generatetoaddress', 101, (await on(rpc, 'funder', 'getnewaddress')).result);
    const address = (await on(rpc, 'w', 'getnewaddress')).result;
    for (let count = 0; count < 2; count++) await on(rpc, 'funder', 'sendtoaddress', address, 1);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    let [{ txid, vout }] = (await on(rpc, 'w', 'listunspent')).result;
    for (const amount of [0.9999, 0.9998, 0.9997]) {
      const raw = await rpc.call('createrawtransaction', [{ txid, vout }], { [address]: amount });
      txid = await rpc.call('sendrawtransaction', (await on(rpc, 'w', 'signrawtransactionwithwallet', raw)).result.hex);
      vout = 0;
    }
    expect((await on(rpc, 'w', 'sendtoaddress', TRUE_ADDRESS, 1.5)).error).toEqual({
      code: -6,
      message: 'Unconfirmed UTXOs are available, but spending them creates a chain of transactions that will be rejected by the mempool',
    });
    expect((await on(rpc, 'w', 'sendtoaddress', TRUE_ADDRESS, 1.9998)).error).toEqual({ code: -6, message: 'Insufficient funds' });
    expect((await on(rpc, 'w', 'sendtoaddress', TRUE_ADDRESS, 0.9)).error).toBeNull();
  });

  test('spendzeroconfchange=0 keeps unconfirmed change', async () => {
    await using rpc = await startRpcNode({ wallets: { spendsUnconfirmedChange: false } });
    await rpc.call('createwallet', 'w');
    await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 1);
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toEqual({ code: -6, message: 'Insufficient funds' });
  });

  test('max_tx_weight bounds a payment', async () => {
    await using rpc = await funded();
    const send = (most: number) => rpc.failure('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, { max_tx_weight: most });
    expect((await send(259)).message).toBe('Maximum transaction weight must be between 260 and 400000');
    expect((await send(300)).message).toBe('Maximum transaction weight is too low, can not accommodate change output');
    expect((await send(500)).message).toMatch(/^The inputs size exceeds the maximum weight\./);
    expect(await send(1000)).toBeNull();
  });

  test('an unconfirmed coin of version 3 needs a payment of version 3', async () => {
    await using rpc = await funded();
    await rpc.call('send', { [await rpc.call('getnewaddress')]: 49 }, null, 'unset', 5, {}, 3);
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toEqual({ code: -6, message: 'Insufficient funds' });
    const { txid } = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, {}, 3);
    expect(await rpc.call('getrawtransaction', txid, 1)).toMatchObject({ version: 3 });
  });

  test('an unconfirmed coin of version 3 with an unconfirmed parent is not spent', async () => {
    await using rpc = await funded();
    for (const amount of [49, 48]) await rpc.call('send', { [await rpc.call('getnewaddress')]: amount }, null, 'unset', 5, {}, 3);
    const failure = await rpc.failure('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, {}, 3);
    expect(failure).toEqual({ code: -4, message: 'Insufficient funds' });
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    expect(await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, {}, 3)).toMatchObject({ complete: true });
  });

  test('a payment of version 3 takes unconfirmed coins of one transaction, that with the highest value', async () => {
    await using rpc = await startRpcNode();
    await rpc.call('createwallet', 'payer');
    const source = await rpc.call('getnewaddress');
    await rpc.call('generatetoaddress', 2, source);
    await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
    await rpc.call('createwallet', 'w');
    const call = async (wallet: string, method: string, ...params: unknown[]) => (await on(rpc, wallet, method, ...params)).result;
    const pays = async (amount: number) =>
      (await call('payer', 'send', { [await call('w', 'getnewaddress')]: amount }, null, 'unset', 5, {}, 3)).txid;
    await pays(2);
    const largest = await pays(2.5);
    const fund = async (amount: number) =>
      on(rpc, 'w', 'fundrawtransaction', await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: amount }, 0, true, 3), {
        include_unsafe: true,
      });
    expect((await fund(3)).error).toEqual({ code: -4, message: 'Insufficient funds' });
    const { vin } = await rpc.call('decoderawtransaction', (await fund(1)).result.hex);
    expect(vin.map((input: { txid: string }) => input.txid)).toEqual([largest]);
  });
});

describe('fee rates and change of a wallet', () => {
  test('settxfee sets the fee rate, on demand', async () => {
    await using strict = await funded();
    expect(await strict.failure('settxfee', 0.0003)).toMatchObject({ code: -32 });
    await using rpc = await startRpcNode({ wallets: { offersSetTxFee: true } });
    await rpc.call('createwallet', 'w');
    await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
    expect(await rpc.failure('settxfee', 0.000005)).toMatchObject({ code: -8, message: expect.stringMatching(/wallet min fee/) });
    expect(await rpc.call('settxfee', 0.0003)).toBe(true);
    const txid = await rpc.call('sendtoaddress', TRUE_ADDRESS, 1);
    expect(Math.round((await rpc.call('getmempoolentry', txid)).fees.base * 1e8)).toBe((await largestSize(rpc, txid)) * 30);
    expect(await rpc.call('getwalletinfo')).toMatchObject({ paytxfee: 0.0003 });
  });

  test('a wallet without keys for change can pay if none is left', async () => {
    await using rpc = await funded();
    const address = await rpc.call('getnewaddress');
    await rpc.call('sendtoaddress', address, 0.0001);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const { desc } = await rpc.call('getaddressinfo', address);
    await rpc.call('createwallet', 'watch', true, true);
    await on(rpc, 'watch', 'importdescriptors', [{ desc, timestamp: 0 }]);
    const fundWith = async (amount: number, options: object) =>
      on(rpc, 'watch', 'walletcreatefundedpsbt', [], { [TRUE_ADDRESS]: amount }, 0, { fee_rate: 10, ...options });
    expect((await fundWith(0.00005, {})).error).toEqual({
      code: -4,
      message: "Transaction needs a change address, but we can't generate it. Error: No bech32 addresses available.",
    });
    expect((await fundWith(0.0001, { subtractFeeFromOutputs: [0] })).result).toMatchObject({ changepos: -1 });
    // What is left is worth less than its spending: it becomes fee.
    expect((await fundWith(0.000087, {})).result).toMatchObject({ changepos: -1, fee: 0.000013 });
  });
});

test('signing finds the keys that a PSBT names, also those of taproot outputs', async () => {
  await using rpc = await funded();
  const [{ xpub, xprv }] = await rpc.call('gethdkeys', { private: true });
  await rpc.call('createwallet', 'watch', true, true);
  const tree = addChecksum(`tr(${xpub}/7/*,and_v(v:pk(${xpub}/8/*),older(1)))`);
  await on(rpc, 'watch', 'importdescriptors', [{ desc: tree, timestamp: 'now', active: true, range: 1 }]);
  const { result: address } = await on(rpc, 'watch', 'getnewaddress', '', 'bech32m');
  await on(rpc, 'w', 'sendtoaddress', address, 1);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  await rpc.call('createwallet', 'keys', false, true);
  for (const index of [7, 8]) {
    await on(rpc, 'keys', 'importdescriptors', [{ desc: addChecksum(`wpkh(${xprv}/${index}/*)`), timestamp: 'now', range: 1 }]);
  }
  const options = { subtractFeeFromOutputs: [0], fee_rate: 100 };
  const { result } = await on(rpc, 'watch', 'walletcreatefundedpsbt', [], { [TRUE_ADDRESS]: 1 }, 0, options);
  const signed = await on(rpc, 'keys', 'walletprocesspsbt', result.psbt);
  expect(signed.result).toMatchObject({ complete: true });
});
