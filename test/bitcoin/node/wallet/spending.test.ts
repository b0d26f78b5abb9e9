import { describe, expect, test } from 'vitest';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { funded, largestSize, on } from './kit.js';

/** The fee of a transaction of the mempool in sats, and its size in virtual bytes. */
async function feeOf(rpc: RpcNode, txid: string): Promise<{ fee: number; vsize: number }> {
  const { fees, vsize } = await rpc.call('getmempoolentry', txid);
  return { fee: Math.round(fees.base * 1e8), vsize };
}

describe('send', () => {
  test('pays at the rate, and returns a PSBT with locked coins instead on demand', async () => {
    await using rpc = await funded();
    const { txid, complete } = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 3, { change_type: 'bech32' });
    expect({ complete, fee: (await feeOf(rpc, txid)).fee }).toEqual({ complete: true, fee: (await largestSize(rpc, txid)) * 3 });
    expect(await rpc.call('listlockunspent')).toEqual([]);
    const drawn = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 3, { psbt: true, lock_unspents: true });
    expect(await rpc.call('listlockunspent')).toHaveLength(1);
    expect(drawn).toEqual({ psbt: expect.any(String), txid: expect.any(String), hex: expect.any(String), complete: true });
    expect(await rpc.call('getrawmempool')).toEqual([txid]);
  });

  test('named arguments can be options', async () => {
    await using rpc = await funded();
    const named = { outputs: { [TRUE_ADDRESS]: 1 }, fee_rate: 4, change_position: 0 };
    const { result } = JSON.parse((await rpc.post({ id: 1, method: 'send', params: named })).text);
    expect((await rpc.call('getrawtransaction', result.txid, 1)).vout[1].value).toBe(1);
  });

  test('a wallet without private keys gives a PSBT', async () => {
    await using rpc = await funded();
    const { descriptors } = await rpc.call('listdescriptors');
    await rpc.call('createwallet', 'watch', true);
    await on(
      rpc,
      'watch',
      'importdescriptors',
      descriptors.map((each: object) => ({ ...each, timestamp: 0 })),
    );
    const { result } = await on(rpc, 'watch', 'send', { [TRUE_ADDRESS]: 1 });
    expect(result).toEqual({ psbt: expect.any(String), complete: false });
    expect((await on(rpc, 'w', 'walletprocesspsbt', result.psbt)).result.complete).toBe(true);
  });

  test('sendall leaves nothing', async () => {
    await using rpc = await funded();
    await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 1);
    const { txid } = await rpc.call('sendall', [TRUE_ADDRESS], null, 'unset', 2);
    const { fee } = await feeOf(rpc, txid);
    expect([await rpc.call('getbalance'), fee]).toEqual([0, (await largestSize(rpc, txid)) * 2]);
    expect(await rpc.failure('sendall', [TRUE_ADDRESS])).toMatchObject({
      code: -6,
      message: expect.stringMatching(/^Total value of UTXO pool/),
    });
  });
});

describe('replacements', () => {
  test('a transaction names its rivals in the order of their bytes, which hex shows in reverse', async () => {
    await using rpc = await funded();
    const first = await rpc.call('sendtoaddress', TRUE_ADDRESS, 2);
    const txids = [first];
    while (txids.length < 8) txids.push((await rpc.call('bumpfee', txids.at(-1), { fee_rate: 20 + 20 * txids.length })).txid);
    const reversed = (txid: string) => Buffer.from(txid, 'hex').reverse().toString('hex');
    const rivals = txids.slice(1).sort((a, b) => (reversed(a) < reversed(b) ? -1 : 1));
    expect((await rpc.call('gettransaction', first)).walletconflicts).toEqual(rivals);
  });

  test('bumpfee pays more from the change, and both transactions name each other', async () => {
    await using rpc = await funded();
    const before = await rpc.call('sendtoaddress', TRUE_ADDRESS, 2, 'rent', 'landlord');
    const { txid, origfee, fee, errors } = await rpc.call('bumpfee', before);
    expect(fee).toBeGreaterThan(origfee);
    expect(errors).toEqual([]);
    expect(await rpc.call('getrawmempool')).toEqual([txid]);
    expect(await rpc.call('gettransaction', before)).toMatchObject({ confirmations: 0, replaced_by_txid: txid, walletconflicts: [txid] });
    expect(await rpc.call('gettransaction', txid)).toMatchObject({
      amount: -2,
      fee: -fee,
      replaces_txid: before,
      comment: 'rent',
      to: 'landlord',
    });
    expect(await rpc.failure('bumpfee', before)).toEqual({
      code: -4,
      message: `Cannot bump transaction ${before} which was already bumped by transaction ${txid}`,
    });
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    expect((await rpc.call('gettransaction', before)).confirmations).toBe(-1);
    expect(await rpc.call('getbalance')).toBeCloseTo(100 - 2 - fee, 8);
  });

  test('a payment with descendants, and one that is unknown, cannot be bumped', async () => {
    await using rpc = await funded();
    const first = await rpc.call('sendtoaddress', TRUE_ADDRESS, 2);
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 2);
    expect(await rpc.failure('bumpfee', first)).toEqual({ code: -8, message: 'Transaction has descendants in the wallet' });
    expect(await rpc.failure('bumpfee', '00'.repeat(32))).toMatchObject({ code: -5 });
  });

  test('bumpfee pays at the rate of settxfee, if that is more than the least', async () => {
    await using rpc = await funded('w', { wallets: { offersSetTxFee: true } });
    const { txid } = await rpc.call('send', { [TRUE_ADDRESS]: 2 }, null, 'unset', 2);
    await rpc.call('settxfee', 0.0003);
    const bumped = await rpc.call('bumpfee', txid);
    expect((await feeOf(rpc, bumped.txid)).fee).toBe((await largestSize(rpc, bumped.txid)) * 30);
    const again = await rpc.call('bumpfee', bumped.txid, { conf_target: 6 });
    expect((await feeOf(rpc, again.txid)).fee).toBeGreaterThan((await feeOf(rpc, again.txid)).vsize * 34);
  });

  test('a payment with an abandoned descendant can be bumped', async () => {
    await using rpc = await funded();
    const height = await rpc.call('getblockcount');
    const parent = await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 49);
    // The mempool rejects it: it is for a later block.
    const { txid } = await rpc.call('send', { [TRUE_ADDRESS]: 48 }, null, 'unset', 5, { locktime: height + 50 });
    expect((await rpc.failure('bumpfee', parent))?.message).toBe('Transaction has descendants in the wallet');
    await rpc.call('abandontransaction', txid);
    expect(await rpc.call('bumpfee', parent)).toMatchObject({ errors: [] });
  });

  test('psbtbumpfee makes a replacement that the wallet signs', async () => {
    await using rpc = await funded();
    const before = await rpc.call('sendtoaddress', TRUE_ADDRESS, 2);
    const { psbt } = await rpc.call('psbtbumpfee', before, { fee_rate: 40 });
    const { hex } = await rpc.call('walletprocesspsbt', psbt);
    const txid = await rpc.call('sendrawtransaction', hex);
    expect((await feeOf(rpc, txid)).fee).toBe((await largestSize(rpc, txid)) * 40);
  });

  test('psbtbumpfee knows the size of inputs of others by the payment', async () => {
    await using rpc = await funded();
    await rpc.call('createwallet', 'other');
    const call = async (wallet: string, method: string, ...params: unknown[]) => (await on(rpc, wallet, method, ...params)).result;
    for (const type of ['bech32', 'legacy']) await call('w', 'sendtoaddress', await call('other', 'getnewaddress', '', type), 5);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const coins = [...(await call('w', 'listunspent')), ...(await call('other', 'listunspent'))];
    expect(coins).toHaveLength(4);
    const inputs = coins.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout, sequence: 0xfffffffd }));
    const paid = { [await call('w', 'getrawchangeaddress')]: 89, [TRUE_ADDRESS]: 10.9985 };
    const raw = await rpc.call('createrawtransaction', inputs, paid);
    const half = (await call('w', 'signrawtransactionwithwallet', raw)).hex;
    const before = await rpc.call('sendrawtransaction', (await call('other', 'signrawtransactionwithwallet', half)).hex, 0);
    expect((await on(rpc, 'w', 'bumpfee', before)).error.message).toMatch(/don't belong to this wallet$/);
    const rateOf = async (txid: string) => ((one) => one.fee / one.vsize)(await feeOf(rpc, txid));
    const rate = Math.ceil(2 * (await rateOf(before)));
    const { psbt } = await call('w', 'psbtbumpfee', before, { fee_rate: rate });
    const { hex } = await call('other', 'walletprocesspsbt', (await call('w', 'walletprocesspsbt', psbt)).psbt);
    const after = await rateOf(await rpc.call('sendrawtransaction', hex, 0));
    // A signature in a script is of one byte less in half of all cases, which counts as a virtual byte.
    expect(after).toBeGreaterThanOrEqual(rate);
    expect(after).toBeLessThan(rate * 1.02);
  });

  test('simulaterawtransaction knows what a payment costs', async () => {
    await using rpc = await funded();
    const { hex } = await rpc.call('send', { [TRUE_ADDRESS]: 2 }, null, 'unset', 10, { add_to_wallet: false });
    const { balance_change: change } = await rpc.call('simulaterawtransaction', [hex]);
    await rpc.call('sendrawtransaction', hex);
    expect(await rpc.call('getbalance')).toBeCloseTo(50 + change, 8);
    // What only the mempool spends is still there.
    expect(await rpc.call('simulaterawtransaction', [hex])).toEqual({ balance_change: change });
  });

  test('a coin of a transaction that the wallet does not have any more is a foreign one', async () => {
    await using rpc = await funded();
    const [{ txid, vout }] = await rpc.call('listunspent');
    const inputs = [{ txid, vout }];
    const spend = await rpc.call('createrawtransaction', inputs, { [TRUE_ADDRESS]: 49 });
    expect((await rpc.call('simulaterawtransaction', [spend])).balance_change).toBe(-50);
    await rpc.call('removeprunedfunds', txid);
    expect((await rpc.call('simulaterawtransaction', [spend])).balance_change).toBe(0);
    const sent = await rpc.post({ id: 1, method: 'send', params: [{ [TRUE_ADDRESS]: 1 }, null, 'unset', 1, { inputs, psbt: true }] });
    expect(JSON.parse(sent.text).error).toEqual({
      code: -4,
      message: `Not solvable pre-selected input COutPoint(${txid.slice(0, 10)}, ${vout})`,
    });
  });
});

test('fundrawtransaction takes a transaction without inputs', async () => {
  await using rpc = await funded();
  const raw = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  const { hex } = await rpc.call('fundrawtransaction', raw, { fee_rate: 5 });
  const signed = await rpc.call('signrawtransactionwithwallet', hex);
  expect((await feeOf(rpc, await rpc.call('sendrawtransaction', signed.hex))).fee).toBeGreaterThan(0);
});

test.each(['x', null, []])('importdescriptors: %o has no timestamp', async (request) => {
  await using rpc = await funded();
  const message = 'Missing required timestamp field for key';
  expect(await rpc.failure('importdescriptors', [request])).toEqual({ code: -3, message });
});

test('fundrawtransaction reads the transaction before its options', async () => {
  await using rpc = await funded();
  expect(await rpc.failure('fundrawtransaction', '', [])).toEqual({ code: -22, message: 'TX decode failed' });
  const raw = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  expect(await rpc.failure('fundrawtransaction', raw, [])).toMatchObject({ code: -3 });
});

test('send spends a named coin of the wallet once, also one whose block is gone', async () => {
  await using rpc = await funded();
  await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  const [coin, second] = await rpc.call('listunspent');
  const input = { txid: coin.txid, vout: coin.vout };
  const other = { txid: second.txid, vout: second.vout };
  const twice = await rpc.call('walletcreatefundedpsbt', [input, other, { ...input, sequence: 5 }], { [TRUE_ADDRESS]: 1 });
  expect((await rpc.call('decodepsbt', twice.psbt)).tx.vin).toMatchObject([other, { ...input, sequence: 5 }]);
  const { psbt } = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 3, {
    inputs: [input, input],
    add_inputs: false,
    psbt: true,
  });
  const { tx, fee } = await rpc.call('decodepsbt', psbt);
  expect(tx.vin).toMatchObject([input]);
  expect(tx.vout.reduce((sum: number, { value }: { value: number }) => sum + value, fee)).toBeCloseTo(coin.amount, 8);
  const [hash] = await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  const [gone] = (await rpc.call('getblock', hash)).tx;
  await rpc.call('invalidateblock', hash);
  const options = { inputs: [{ txid: gone, vout: 0 }] };
  expect(await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 1, options)).toMatchObject({ complete: true });
  expect(await rpc.call('getrawmempool')).toEqual([]);
});

test('a replacement is not spent before its block', async () => {
  await using rpc = await startRpcNode();
  await rpc.call('createwallet', 'w');
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  await rpc.call('bumpfee', await rpc.call('sendtoaddress', TRUE_ADDRESS, 2));
  expect((await rpc.call('listunspent', 0)).map(({ safe }: { safe: boolean }) => safe)).toEqual([false]);
  expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toEqual({ code: -6, message: 'Insufficient funds' });
});

test('a payment of coins that a block has spent is unconfirmed until another block spends them', async () => {
  await using rpc = await funded();
  const address = await rpc.call('getnewaddress');
  await rpc.call('generatetoaddress', 2, address);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [coin, other] = await rpc.call('listunspent');
  const inputs = [coin, other].map(({ txid, vout }) => ({ txid, vout }));
  const spent = await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 1, { inputs: inputs.slice(0, 1), add_inputs: false });
  const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const { txid } = await rpc.call('send', { [TRUE_ADDRESS]: 2 }, null, 'unset', 1, { inputs, add_inputs: false });
  expect(await rpc.call('gettransaction', txid)).toMatchObject({ confirmations: 0, walletconflicts: [spent.txid] });
  const isThere = async () => (await rpc.call('listunspent')).some((each: { txid: string }) => each.txid === other.txid);
  expect(await isThere()).toBe(false);
  await rpc.call('invalidateblock', hash);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await rpc.call('gettransaction', txid)).confirmations).toBe(-1);
  expect(await isThere()).toBe(true);
});
