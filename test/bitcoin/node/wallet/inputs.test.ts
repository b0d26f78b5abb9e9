import { expect, test } from 'vitest';
import { TRUE_ADDRESS } from '../harness.js';
import { funded, on } from './kit.js';

test('fundrawtransaction spends the coins of input_weights', async () => {
  await using rpc = await funded();
  const address = await rpc.call('getnewaddress');
  const txid = await rpc.call('sendtoaddress', address, 2);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const vout = (await rpc.call('listunspent')).find(
    (coin: { txid: string; amount: number }) => coin.txid === txid && coin.amount === 2,
  ).vout;
  const draft = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 45 });
  const fundWith = (options: object | boolean) => on(rpc, 'w', 'fundrawtransaction', draft, options);
  const { result } = await fundWith({ input_weights: [{ txid, vout, weight: 400 }] });
  const { vin } = await rpc.call('decoderawtransaction', result.hex);
  expect(vin.map((input: { txid: string; vout: number }) => [input.txid, input.vout])).toContainEqual([txid, vout]);
  expect((await fundWith({ input_weights: [{ txid, vout: 7, weight: 400 }] })).error).toEqual({
    code: -4,
    message: `Not found pre-selected input COutPoint(${txid.slice(0, 10)}, 7)`,
  });
  expect((await fundWith(true)).error).toBeNull();
  expect((await fundWith({ change_type: null })).error).toEqual({
    code: -3,
    message: 'JSON value of type null is not of expected type string',
  });
});

test('walletprocesspsbt adds only what the wallet knows, and is complete if the signatures are valid', async () => {
  await using rpc = await funded();
  await rpc.call('createwallet', 'other');
  const own = await on(rpc, 'w', 'sendtoaddress', (await on(rpc, 'w', 'getnewaddress')).result, 2);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const inputs = [{ txid: own.result, vout: 0 }];
  const psbt = await rpc.call('createpsbt', inputs, [{ [TRUE_ADDRESS]: 1 }]);
  const { psbt: untouched } = (await on(rpc, 'other', 'walletprocesspsbt', psbt)).result;
  expect((await rpc.call('decodepsbt', untouched)).inputs).toEqual([{}]);
  const signed = (await on(rpc, 'w', 'walletprocesspsbt', psbt)).result;
  expect(signed.complete).toBe(true);
  // The final scripts of one transaction in another one that pays less. The transaction is after a byte with its length.
  const less = Buffer.from(await rpc.call('createpsbt', inputs, [{ [TRUE_ADDRESS]: 0.5 }]), 'base64');
  const mixed = Buffer.from(signed.psbt, 'base64');
  const [from, to] = [8, 8 + less.readUInt8(7)];
  less.copy(mixed, from, from, to);
  expect((await on(rpc, 'w', 'walletprocesspsbt', mixed.toString('base64'))).result.complete).toBe(false);
});

test('a watch-only wallet expects signatures of any size, and labels the addresses that are paid', async () => {
  await using rpc = await funded();
  await rpc.call('createwallet', 'watch', true);
  const { descriptors } = (await on(rpc, 'w', 'listdescriptors')).result;
  expect((await on(rpc, 'watch', 'importdescriptors', descriptors)).result[0]).toMatchObject({ success: true });
  const address = (await on(rpc, 'w', 'getnewaddress', '', 'legacy')).result;
  await on(rpc, 'w', 'sendtoaddress', address, 10);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const coins = async (wallet: string) => (await on(rpc, wallet, 'listunspent', 0, 999, [address])).result;
  expect(await coins('watch')).toEqual(await coins('w'));
  expect(await coins('watch')).toMatchObject([{ label: '', address }]);
  const [{ txid, vout }] = await coins('w');
  const draft = await rpc.call('createrawtransaction', [{ txid, vout }], { [TRUE_ADDRESS]: 5 });
  const feeOf = async (wallet: string) => (await on(rpc, wallet, 'fundrawtransaction', draft, { fee_rate: 10 })).result.fee;
  expect(await feeOf('watch')).toBeGreaterThan(await feeOf('w'));
});

test('walletcreatefundedpsbt needs no inputs, and conditions of listunspent can be named arguments', async () => {
  await using rpc = await funded();
  const named = async (method: string, params: object) => JSON.parse((await rpc.post({ id: 1, method, params })).text);
  expect((await named('walletcreatefundedpsbt', { outputs: { [TRUE_ADDRESS]: 1 } })).result).toMatchObject({ psbt: expect.any(String) });
  expect((await named('listunspent', { minimumAmount: 49 })).result).toHaveLength(1);
  expect((await named('listunspent', { minimumAmount: 51 })).result).toEqual([]);
});

test('walletcreatefundedpsbt and fundrawtransaction take fee rates below the minimum, which send refuses', async () => {
  await using rpc = await funded();
  const options = { fee_rate: 0.5 };
  expect(await rpc.call('walletcreatefundedpsbt', [], { [TRUE_ADDRESS]: 1 }, 0, options)).toMatchObject({ psbt: expect.any(String) });
  const raw = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  expect(await rpc.call('fundrawtransaction', raw, options)).toMatchObject({ hex: expect.any(String) });
  expect(await rpc.failure('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 0.5)).toMatchObject({ code: -4 });
});

test('a lock ends with the payment that spends the coin, or when the wallet is unloaded, unless it is persistent', async () => {
  await using rpc = await funded();
  await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [first, second] = (await rpc.call('listunspent')).map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout }));
  await rpc.call('lockunspent', false, [first]);
  await rpc.call('lockunspent', false, [second], true);
  await rpc.call('unloadwallet', 'w');
  await rpc.call('loadwallet', 'w');
  expect(await rpc.call('listlockunspent')).toEqual([second]);
  await rpc.call('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 5, { inputs: [second] });
  expect(await rpc.call('listlockunspent')).toEqual([]);
});

test('what a payment that conflicts with the chain would receive is not listed', async () => {
  await using rpc = await funded();
  const [coin] = await rpc.call('listunspent');
  const { txid, vout } = coin;
  const own = await rpc.call('getnewaddress');
  const raw = await rpc.call('createrawtransaction', [{ txid, vout }], { [own]: 49.99 });
  const sent = await rpc.call('sendrawtransaction', (await rpc.call('signrawtransactionwithwallet', raw)).hex);
  const rival = await rpc.call('createrawtransaction', [{ txid, vout }], { [TRUE_ADDRESS]: 49.98 });
  await rpc.call('generateblock', TRUE_ADDRESS, [(await rpc.call('signrawtransactionwithwallet', rival)).hex]);
  const listed = (await rpc.call('listtransactions', '*', 100)).filter((each: { txid: string }) => each.txid === sent);
  expect(listed).toMatchObject([{ category: 'send', confirmations: -1 }]);
});

test('mempoolconflicts has what comes after a payment, not what the mempool had when the wallet made it', async () => {
  await using rpc = await funded();
  const [{ txid, vout }] = await rpc.call('listunspent');
  const options = { inputs: [{ txid, vout }], add_inputs: false, change_position: 1, fee_rate: 20 };
  const { hex } = await rpc.call('send', [{ [TRUE_ADDRESS]: 1 }], null, 'unset', null, { ...options, add_to_wallet: false });
  const sent = await rpc.call('sendrawtransaction', hex);
  const { txid: refused } = await rpc.call('send', [{ [TRUE_ADDRESS]: 2 }], null, 'unset', null, { ...options, fee_rate: 2 });
  expect(await rpc.call('getrawmempool')).toEqual([sent]);
  expect(await rpc.call('gettransaction', refused)).toMatchObject({ mempoolconflicts: [], walletconflicts: [sent] });
  await rpc.call('unloadwallet', 'w');
  await rpc.call('loadwallet', 'w');
  expect(await rpc.call('gettransaction', refused)).toMatchObject({ mempoolconflicts: [sent] });
});

test('a wallet that forgot a transaction has it again when its block leaves the chain', async () => {
  await using rpc = await funded();
  const [block] = await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  const [txid] = (await rpc.call('getblock', block)).tx;
  await rpc.call('removeprunedfunds', txid);
  expect(await rpc.failure('gettransaction', txid)).toMatchObject({ code: -5 });
  await rpc.call('invalidateblock', block);
  expect(await rpc.call('gettransaction', txid)).toMatchObject({ confirmations: 0, details: [{ category: 'orphan', abandoned: true }] });
});

test('a wallet that forgot a payment believes that its coins are unspent', async () => {
  await using rpc = await funded();
  const [{ txid, vout }] = await rpc.call('listunspent');
  const options = { inputs: [{ txid, vout }], add_inputs: false, change_position: 1 };
  const sent = await rpc.call('send', [{ [TRUE_ADDRESS]: 1 }], null, 'unset', 20, options);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  await rpc.call('removeprunedfunds', sent.txid);
  expect(await rpc.call('listunspent')).toContainEqual(expect.objectContaining({ txid, vout }));
});

test('a wallet that forgot one of two payments of a coin believes that it is unspent', async () => {
  await using rpc = await funded();
  const [{ txid, vout }] = await rpc.call('listunspent');
  const pay = async (feeRate: number) => {
    const options = { inputs: [{ txid, vout }], add_inputs: false, change_position: 1 };
    return (await rpc.call('send', [{ [TRUE_ADDRESS]: 1 }], null, 'unset', feeRate, options)).txid;
  };
  const sent = await pay(20);
  // The mempool refuses it; the wallet has it.
  const refused = await pay(2);
  const coin = expect.objectContaining({ txid, vout });
  expect(await rpc.call('listunspent')).not.toContainEqual(coin);
  await rpc.call('removeprunedfunds', refused);
  expect(await rpc.call('getrawmempool')).toEqual([sent]);
  expect(await rpc.call('listunspent')).toContainEqual(coin);
});

test('listsinceblock shows as removed what a block paid, also after a double spend', async () => {
  await using rpc = await funded('payer');
  await rpc.call('createwallet', 'shop');
  const { result: address } = await on(rpc, 'shop', 'getnewaddress');
  const { result: txid } = await on(rpc, 'payer', 'sendtoaddress', address, 5);
  const [block] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  await rpc.call('invalidateblock', block);
  const { vin } = await rpc.call('getrawtransaction', txid, true);
  const inputs = vin.map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout }));
  const rival = await rpc.call('createrawtransaction', inputs, { [TRUE_ADDRESS]: 49.99 });
  const { hex } = (await on(rpc, 'payer', 'signrawtransactionwithwallet', rival)).result;
  await rpc.call('generateblock', TRUE_ADDRESS, [hex]);
  const { removed, transactions } = (await on(rpc, 'shop', 'listsinceblock', block)).result;
  expect(removed).toMatchObject([{ category: 'receive', confirmations: -1, txid, address }]);
  expect(transactions).toEqual([]);
});

test('importdescriptors looks for payments only if it has imported something', async () => {
  await using rpc = await funded();
  const { result: address } = await on(rpc, 'w', 'getnewaddress');
  const [block] = await rpc.call('generatetoaddress', 1, address);
  const [txid] = (await rpc.call('getblock', block)).tx;
  await on(rpc, 'w', 'removeprunedfunds', txid);
  expect((await on(rpc, 'w', 'importdescriptors', [])).result).toEqual([]);
  expect((await on(rpc, 'w', 'importdescriptors', [{ desc: 'nope', timestamp: 0 }])).result).toMatchObject([{ success: false }]);
  expect((await on(rpc, 'w', 'gettransaction', txid)).error).toMatchObject({ code: -5 });
});

test('importdescriptors with a time to come looks for payments of the two hours before the tip', async () => {
  await using rpc = await funded();
  const { result: address } = await on(rpc, 'w', 'getnewaddress');
  const { result: block } = await on(rpc, 'w', 'generatetoaddress', 1, address);
  await rpc.call('generatetoaddress', 2, TRUE_ADDRESS);
  const { descriptor } = await rpc.call('getdescriptorinfo', `addr(${address})`);
  await rpc.call('createwallet', 'late', true);
  expect((await on(rpc, 'late', 'importdescriptors', [{ desc: descriptor, timestamp: 4_000_000_000 }])).result).toEqual([
    { success: true },
  ]);
  const { tx: txids } = await rpc.call('getblock', block[0]);
  expect((await on(rpc, 'late', 'gettransaction', txids[0])).error).toBeNull();
});

test('lockunspent locks any unspent output of a transaction of the wallet, and lists them in the order of their txids', async () => {
  await using rpc = await funded();
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  const txids = await Promise.all([1, 2, 3].map(() => rpc.call('sendtoaddress', TRUE_ADDRESS, 1)));
  const paid = await Promise.all(
    txids.map(async (txid) => ({ txid, vout: (await rpc.call('gettransaction', txid)).details[0].vout as number })),
  );
  // They pay another one's address.
  expect(await rpc.call('lockunspent', false, paid)).toBe(true);
  const byBytes = ({ txid }: { txid: string }) => Buffer.from(txid, 'hex').reverse().toString('hex');
  expect(await rpc.call('listlockunspent')).toEqual(paid.toSorted((a, b) => (byBytes(a) < byBytes(b) ? -1 : 1)));
  // A payment of the wallet spends it.
  const [spent] = (await rpc.call('getrawtransaction', txids[0], true)).vin;
  expect(await rpc.failure('lockunspent', false, [{ txid: spent.txid, vout: spent.vout }])).toEqual({
    code: -8,
    message: 'Invalid parameter, expected unspent output',
  });
});

test('sendall spends a named coin whose block has left the chain', async () => {
  await using rpc = await funded();
  const own = await rpc.call('getnewaddress');
  const [block] = await rpc.call('generatetoaddress', 1, own);
  const [txid] = (await rpc.call('getblock', block)).tx;
  await rpc.call('invalidateblock', block);
  const sendall = () => on(rpc, 'w', 'sendall', [TRUE_ADDRESS], null, 'unset', 1, { inputs: [{ txid, vout: 0 }] });
  expect((await sendall()).result).toMatchObject({ complete: true });
  expect((await sendall()).error).toEqual({
    code: -8,
    message: `Input not available. UTXO (${txid}:0) was already spent.`,
  });
});

test('coins that a call names pay for each of their bytes, rounded up, as in Core', async () => {
  await using rpc = await funded();
  const kinds = ['bech32', 'bech32m'];
  const addresses = await Promise.all(kinds.map(async (kind) => (await on(rpc, 'w', 'getnewaddress', '', kind)).result));
  await on(rpc, 'w', 'sendmany', '', Object.fromEntries(addresses.map((address) => [address, 1])));
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const coins = (await on(rpc, 'w', 'listunspent', 0, 999, addresses)).result;
  // 53 bytes without inputs and 126 of inputs, and one byte more that Core counts for the marker of segwit: 180 at 3 sats.
  const fund = async (fee: number) => {
    const draft = await rpc.call('createrawtransaction', coins, { [TRUE_ADDRESS]: (2 - fee / 1e8).toFixed(8) });
    return on(rpc, 'w', 'fundrawtransaction', draft, { fee_rate: 3, add_inputs: false });
  };
  expect((await fund(539)).error).toMatchObject({ code: -4, message: expect.stringContaining('preselected coins total amount') });
  expect((await fund(540)).result).toMatchObject({ fee: 0.0000054, changepos: -1 });
});

test('a wallet without descriptors adds nothing to a PSBT, as in Core', async () => {
  await using rpc = await funded();
  await rpc.call('createwallet', 'blank', true, true);
  const { psbt } = (await on(rpc, 'w', 'walletcreatefundedpsbt', [], { [TRUE_ADDRESS]: 1 })).result;
  const processed = await on(rpc, 'blank', 'walletprocesspsbt', psbt, true, 'ALL|ANYONECANPAY');
  expect(processed.result).toEqual({ psbt, complete: false });
});
