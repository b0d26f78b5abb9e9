import { expect, test } from 'vitest';
import { startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

const KEY = 'cVpF924EspNh8KjYsfhgY96mmxvT6DgdWiTYMtMjuM74hJaU5psW';

test('getdifficulty: regtest has one difficulty', async () => {
  await using rpc = await startRpcNode();
  expect(await rpc.call('getdifficulty')).toBe((await rpc.call('getblockchaininfo')).difficulty);
});

test('uptime: follows setmocktime', async () => {
  await using rpc = await startRpcNode();
  await rpc.call('setmocktime', Math.floor(Date.now() / 1000) + 20);
  const uptime = await rpc.call('uptime');
  expect(uptime).toBeGreaterThanOrEqual(19);
  expect(uptime).toBeLessThan(600);
});

test('signrawtransactionwithkey: knows P2SH-P2WPKH outputs of its keys', async () => {
  await using rpc = await startRpcNode();
  const { descriptor } = await rpc.call('getdescriptorinfo', `sh(wpkh(${KEY}))`);
  const [address] = await rpc.call('deriveaddresses', descriptor);
  const [hash] = await rpc.call('generatetoaddress', 101, address);
  const { tx } = await rpc.call('getblock', hash);
  const unsigned = await rpc.call('createrawtransaction', [{ txid: tx[0], vout: 0 }], { [TRUE_ADDRESS]: 49.999 });
  const signed = await rpc.call('signrawtransactionwithkey', unsigned, [KEY]);
  expect(signed).toMatchObject({ complete: true });
  expect(await rpc.call('testmempoolaccept', [signed.hex])).toMatchObject([{ allowed: true }]);
});

test('invalidateblock: the transactions of the ten highest blocks return to the mempool', async () => {
  await using rpc = await startRpcNode();
  const { descriptor } = await rpc.call('getdescriptorinfo', `wpkh(${KEY})`);
  const [address] = await rpc.call('deriveaddresses', descriptor);
  const coinbases: string[] = [];
  for (const hash of await rpc.call('generatetoaddress', 112, address)) coinbases.push((await rpc.call('getblock', hash)).tx[0]);
  const txids: string[] = [];
  const hashes: string[] = [];
  for (let index = 0; index < 12; index++) {
    const unsigned = await rpc.call('createrawtransaction', [{ txid: coinbases[index], vout: 0 }], { [address]: 49.999 });
    txids.push(await rpc.call('sendrawtransaction', (await rpc.call('signrawtransactionwithkey', unsigned, [KEY])).hex));
    hashes.push(...(await rpc.call('generatetoaddress', 1, address)));
  }
  await rpc.call('invalidateblock', hashes[0]);
  expect((await rpc.call('getrawmempool')).toSorted()).toEqual(txids.slice(2).toSorted());
});

test('testmempoolaccept: the carve-out does not apply in packages', async () => {
  await using rpc = await startRpcNode({ policy: { ancestorCount: 25, descendantCount: 2 } });
  const { descriptor } = await rpc.call('getdescriptorinfo', `wpkh(${KEY})`);
  const [address] = await rpc.call('deriveaddresses', descriptor);
  const [hash] = await rpc.call('generatetoaddress', 102, address);
  const coinbase = (await rpc.call('getblock', hash)).tx[0];
  const { hex: script } = (await rpc.call('gettxout', coinbase, 0)).scriptPubKey;
  const spend = async (txid: string, vout: number, amount: number, outputs: Record<string, number>[]) => {
    const unsigned = await rpc.call('createrawtransaction', [{ txid, vout }], outputs);
    const previous = [{ txid, vout, scriptPubKey: script, amount }];
    return (await rpc.call('signrawtransactionwithkey', unsigned, [KEY], previous)).hex as string;
  };
  const parent = await rpc.call('sendrawtransaction', await spend(coinbase, 0, 50, [{ [address]: 24 }, { [TRUE_ADDRESS]: 25.99 }]));
  await rpc.call('sendrawtransaction', await spend(parent, 0, 24, [{ [address]: 23.99 }]));
  const unsigned = await rpc.call('createrawtransaction', [{ txid: parent, vout: 1 }], { [TRUE_ADDRESS]: 25.989 });
  const carved = `${unsigned.slice(0, 8)}0001${unsigned.slice(8, -8)}010151${unsigned.slice(-8)}`;
  expect(await rpc.call('testmempoolaccept', [carved])).toMatchObject([{ allowed: true }]);
  const { txid } = await rpc.call('decoderawtransaction', carved);
  const child = await rpc.call('createrawtransaction', [{ txid, vout: 0 }], { [TRUE_ADDRESS]: 25.988 });
  expect(await rpc.call('testmempoolaccept', [carved, child])).toMatchObject([{ 'reject-reason': 'too-long-mempool-chain' }, {}]);
});

test('submitpackage: maxfeerate is exact; a package that contradicts itself is not checked', async () => {
  await using rpc = await startRpcNode();
  const [hash] = await rpc.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const spend = async (txid: string, amount: number) => {
    const raw: string = await rpc.call('createrawtransaction', [{ txid, vout: 0 }], { [TRUE_ADDRESS]: amount });
    const hex = `${raw.slice(0, 8)}0001${raw.slice(8, -8)}010151${raw.slice(-8)}`;
    return { hex, ...(await rpc.call('decoderawtransaction', hex)) };
  };
  const parent = await spend(coinbase, 49.999);
  const child = await spend(parent.txid, 49.998);
  const rate = Math.floor(100_000_000 / parent.vsize);
  const refused = await rpc.call('submitpackage', [parent.hex, child.hex], ((rate - 1) / 1e8).toFixed(8));
  expect(refused).toMatchObject({ package_msg: 'transaction failed', 'tx-results': { [parent.hash]: { error: 'max feerate exceeded' } } });
  expect(await rpc.call('submitpackage', [parent.hex, child.hex], (rate / 1e8).toFixed(8))).toMatchObject({ package_msg: 'success' });
  // It has no input.
  const empty = await rpc.call('createrawtransaction', [], {});
  const { txid, hash: wtxid } = await rpc.call('decoderawtransaction', empty);
  expect(await rpc.call('submitpackage', [empty])).toEqual({
    package_msg: 'conflict-in-package',
    'tx-results': { [wtxid]: { txid, error: 'package-not-validated' } },
    'replaced-transactions': [],
  });
});

test('invalidateblock: reverts block by block, so that two children of a TRUC transaction return before it', async () => {
  await using rpc = await startRpcNode();
  const [hash] = await rpc.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const send = (txid: string, index: number, values: bigint[]): Promise<string> =>
    rpc.call('sendrawtransaction', rawTx({ inputs: [{ txid, index }], outputs: values.map((value) => ({ value })), version: 3 }), 0);
  const parent = await send(coinbase, 0, [24n * COIN, 25n * COIN + 99_000_000n]);
  const [block] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const children = [await send(parent, 0, [23n * COIN + 99_000_000n]), await send(parent, 1, [25n * COIN + 98_000_000n])];
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  await rpc.call('invalidateblock', block);
  expect((await rpc.call('getrawmempool')).toSorted()).toEqual([parent, ...children].toSorted());
});

test('scantxoutset: lists outputs by the bytes of their txids', async () => {
  await using rpc = await startRpcNode();
  await rpc.call('generatetoaddress', 120, TRUE_ADDRESS);
  const { unspents } = await rpc.call('scantxoutset', 'start', [`addr(${TRUE_ADDRESS})`]);
  const txids: string[] = unspents.map(({ txid }: { txid: string }) => txid);
  const bytes = (txid: string) => Buffer.from(txid, 'hex').reverse();
  expect(txids).toHaveLength(120);
  expect(txids).toEqual(txids.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))));
});

test('scantxoutset: the first object that has a script describes it, with its own keys only', async () => {
  await using rpc = await startRpcNode();
  const key = 'cMceqPhHedrhbcR9eXgzmfWy7kRqLyAxMYwFT6ABDWsiwUp9Nsq9';
  const address = 'bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrl4xfg5';
  await rpc.call('generatetoaddress', 1, address);
  const described = async (...objects: string[]) =>
    (await rpc.call('scantxoutset', 'start', objects)).unspents.map(({ desc }: { desc: string }) => desc.replace(/#.*/, ''));
  expect(await described(`addr(${address})`, `wpkh(${key})`)).toEqual([`addr(${address})`]);
  expect(await described(`wpkh(${key})`, `addr(${address})`)).toEqual([expect.stringMatching(/^wpkh\(\[/)]);
});

test.each(['', 'txindex'])('getindexinfo: %o names the index of transactions', async (name) => {
  await using rpc = await startRpcNode();
  expect(await rpc.call('getindexinfo', name)).toEqual({ txindex: { synced: true, best_block_height: 0 } });
  expect(await rpc.call('getindexinfo', 'nope')).toEqual({});
});

test('getblockchaininfo: the initial download ends with the first block, also if it leaves the chain', async () => {
  await using rpc = await startRpcNode();
  const isInitial = async (): Promise<boolean> => (await rpc.call('getblockchaininfo')).initialblockdownload;
  expect(await isInitial()).toBe(true);
  const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await isInitial()).toBe(false);
  await rpc.call('invalidateblock', hash);
  expect(await isInitial()).toBe(false);
});
