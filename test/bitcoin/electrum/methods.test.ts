import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashFromHex, hashToHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { merkleTree } from '#dist/bitcoin/protocol/codec/merkle.js';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';
import { type Connection, connectElectrum } from './connection.js';
import { scriptHashOf } from './script-hash.js';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));
const reversed = (hex: string): Buffer => Buffer.from(hex, 'hex').reverse();

/** Follows a merkle branch upwards. */
function rootOf(leaf: string, position: number, branch: readonly string[]): string {
  const root = branch.reduce((node, other, level) => {
    const pair = (position >> level) % 2 === 0 ? [node, reversed(other)] : [reversed(other), node];
    return hash256(Buffer.concat(pair));
  }, reversed(leaf));
  return root.reverse().toString('hex');
}

let devnet: Devnet;
let client: Connection;
beforeAll(async () => {
  devnet = await bootDevnet({ electrum: true, mining: { bitcoin: 'manual' } });
  client = await connectElectrum(devnet.urls.electrum ?? '');
});
afterAll(async () => {
  client?.[Symbol.dispose]();
  await devnet?.close();
});

async function node(method: string, ...params: unknown[]): Promise<never> {
  const response = await fetch(devnet.urls.bitcoin, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('devnet:devnet')}` },
    body: JSON.stringify({ method, params }),
  });
  return ((await response.json()) as { result: never }).result;
}

test('default: the history, the balance, the outputs and the status of a script, in the mempool and in a block', async () => {
  const { address } = account(devnet, 'wallet_6').btc;
  const hash = scriptHashOf(address);
  const [first] = (await client.ask('blockchain.scripthash.get_history', hash)) as { tx_hash: string; height: number }[];
  const { txId: paid } = await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
  const [{ fee = 0 } = {}] = (await client.ask('blockchain.scripthash.get_mempool', hash)) as { fee?: number }[];
  expect(fee).toBeGreaterThan(0);
  expect(await client.ask('blockchain.scripthash.get_history', hash)).toEqual([first, { tx_hash: paid, height: 0, fee }]);
  expect(await client.ask('blockchain.scripthash.get_balance', hash)).toEqual({ confirmed: 1_000_000_000, unconfirmed: 70_000 });
  const status = createHash('sha256').update(`${first?.tx_hash}:${first?.height}:${paid}:0:`).digest('hex');
  expect(await client.ask('blockchain.scripthash.subscribe', hash)).toBe(status);
  const { bitcoin } = await devnet.bitcoin.mine();
  expect(await client.ask('blockchain.scripthash.listunspent', hash)).toEqual([
    { tx_hash: first?.tx_hash, tx_pos: expect.any(Number), height: first?.height, value: 1_000_000_000 },
    { tx_hash: paid, tx_pos: 0, height: bitcoin.height, value: 70_000 },
  ]);
  expect(await client.ask('blockchain.scripthash.get_mempool', hash)).toEqual([]);
  expect(await client.ask('blockchain.scripthash.unsubscribe', hash)).toBe(true);
  expect(await client.ask('blockchain.scripthash.unsubscribe', hash)).toBe(false);
  const unknown = '00'.repeat(32);
  expect(await client.ask('blockchain.scripthash.get_history', unknown)).toEqual([]);
  expect(await client.ask('blockchain.scripthash.get_balance', unknown)).toEqual({ confirmed: 0, unconfirmed: 0 });
  expect(await client.ask('blockchain.scripthash.subscribe', unknown)).toBeNull();
});

test('behavior: a chain of transactions of the mempool has the heights 0 and -1, in the order of the protocol', async () => {
  const wallet = `${devnet.urls.bitcoin}/wallet/electrum`;
  const call = async (method: string, ...params: unknown[]) => {
    const headers = { authorization: `Basic ${btoa('devnet:devnet')}` };
    const response = await fetch(method === 'createwallet' ? devnet.urls.bitcoin : wallet, {
      method: 'POST',
      headers,
      body: JSON.stringify({ method, params }),
    });
    return ((await response.json()) as { result: unknown }).result as string;
  };
  await call('createwallet', 'electrum');
  const mine = await call('getnewaddress');
  const parent = await devnet.faucet.btc(mine, { amount: 5_000_000n, wait: false });
  const target = await call('getnewaddress');
  await call('settxfee', 0.0001);
  await devnet.bitcoin.mine();
  const spending = await call('sendtoaddress', target, 0.02);
  const child = await call('sendall', [target]);
  expect([parent.txId, spending, child].every(Boolean)).toBe(true);
  const pending = (await client.ask('blockchain.scripthash.get_mempool', scriptHashOf(target))) as { tx_hash: string; height: number }[];
  expect(pending.map(({ tx_hash, height }) => [tx_hash, height])).toEqual([
    [spending, 0],
    [(child as unknown as { txid: string }).txid, -1],
  ]);
  await devnet.bitcoin.mine();
});

test('default: headers, with proofs up to a checkpoint', async () => {
  const { height } = (await devnet.status()).bitcoin;
  const tip: string = await node('getblockheader', await node('getblockhash', height), false);
  expect(await client.ask('blockchain.headers.subscribe')).toEqual({ height, hex: tip });
  expect(await client.ask('blockchain.block.header', height)).toBe(tip);
  const proof = (await client.ask('blockchain.block.header', 5, 8)) as { header: string; branch: string[]; root: string };
  expect(rootOf(await node('getblockhash', 5), 5, proof.branch)).toBe(proof.root);
  const hashes = await Promise.all(Array.from({ length: 9 }, (_, at) => node('getblockhash', at) as Promise<string>));
  expect(proof.root).toBe(hashToHex(merkleTree(hashes.map(hashFromHex)).root));
  const headers = (await client.ask('blockchain.block.headers', height - 1, 10, height)) as Record<string, never>;
  expect(headers).toMatchObject({ count: 2, max: 2_016 });
  expect(String(headers['hex']).slice(160)).toBe(tip);
  expect(rootOf(await node('getblockhash', height), height, headers['branch'] as never)).toBe(headers['root']);
  expect(await client.ask('blockchain.block.headers', height + 1, 10)).toEqual({ count: 0, hex: '', max: 2_016 });
  expect(await client.ask('blockchain.block.header', height + 1)).toBe(`1 height ${height + 1} out of range`);
  expect(await client.ask('blockchain.block.header', 9, 8)).toBe(`1 require header height 9 <= cp_height 8 <= chain height ${height}`);
});

test('default: transactions, with proofs of their place', async () => {
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_5').btc.address, { amount: 60_000n, wait: false });
  const { bitcoin } = await devnet.bitcoin.mine();
  const raw: string = await node('getrawtransaction', txId);
  expect(await client.ask('blockchain.transaction.get', txId)).toBe(raw);
  expect(await client.ask('blockchain.transaction.get', txId, true)).toEqual(await node('getrawtransaction', txId, true));
  const { merkle, pos, block_height } = (await client.ask('blockchain.transaction.get_merkle', txId, bitcoin.height)) as {
    merkle: string[];
    pos: number;
    block_height: number;
  };
  const { merkleroot }: { merkleroot: string } = await node('getblockheader', bitcoin.hashes[0]);
  expect([rootOf(txId, pos, merkle), block_height]).toEqual([merkleroot, bitcoin.height]);
  expect(await client.ask('blockchain.transaction.id_from_pos', bitcoin.height, pos)).toBe(txId);
  expect(await client.ask('blockchain.transaction.id_from_pos', bitcoin.height, pos, true)).toEqual({ tx_hash: txId, merkle });
  expect(await client.ask('blockchain.transaction.id_from_pos', bitcoin.height, 9)).toBe(
    `1 no tx at position 9 in block at height ${bitcoin.height}`,
  );
  expect(await client.ask('blockchain.transaction.get_merkle', txId, 1)).toBe(`1 tx ${txId} not in block at height 1`);
  expect(await client.ask('blockchain.transaction.broadcast', raw)).toMatch(
    /^1 the transaction was rejected by network rules\.\n\nTransaction outputs already in utxo set\n\[/,
  );
  expect(await client.ask('blockchain.transaction.get', '11'.repeat(32))).toMatch(/^2 daemon error: .*'code': -5/);
});

test('default: the server and fees', async () => {
  expect(await client.ask('server.features')).toMatchObject({
    genesis_hash: await node('getblockhash', 0),
    hash_function: 'sha256',
    protocol_min: '1.4',
    protocol_max: '1.6',
    pruning: null,
  });
  expect(await client.ask('server.banner')).toContain('coins are worth nothing');
  expect(await client.ask('server.ping')).toBeNull();
  expect(await client.ask('server.peers.subscribe')).toEqual([]);
  expect(await client.ask('server.add_peer', {})).toBe(false);
  expect(await client.ask('server.donation_address')).toBe('');
  expect(await client.ask('blockchain.relayfee')).toBe(0.000_001);
  expect(await client.ask('blockchain.estimatefee', 2)).toBe(0.000_01);
  expect(await client.ask('mempool.get_fee_histogram')).toEqual([]);
  await devnet.faucet.btc(account(devnet, 'wallet_5').btc.address, { amount: 60_000n, wait: false });
  expect(await client.ask('mempool.get_fee_histogram')).toEqual([[expect.any(Number), expect.any(Number)]]);
  await devnet.bitcoin.mine();
});

test('behavior: 1.6 has headers in a list, mempool.get_info and packages, and no relayfee', async () => {
  using modern = await connectElectrum(devnet.urls.electrum ?? '');
  expect(await modern.ask('server.version', 'test', ['1.4', '1.6'], 'more')).toEqual([expect.stringMatching(/^stacks-devnet /), '1.6']);
  expect(await modern.ask('server.version', 'test', '1.4')).toBe('1 server.version already sent');
  expect(await modern.ask('blockchain.block.headers', 0, 2)).toMatchObject({ count: 2, headers: [expect.any(String), expect.any(String)] });
  expect(await modern.ask('mempool.get_info')).toEqual({
    mempoolminfee: 0.000_001,
    minrelaytxfee: 0.000_001,
    incrementalrelayfee: 0.000_001,
  });
  expect(await modern.ask('blockchain.relayfee')).toBe('-32601 unknown method "blockchain.relayfee"');
  expect(await client.ask('mempool.get_info')).toBe('-32601 unknown method "mempool.get_info"');
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_5').btc.address, { amount: 60_000n, wait: false });
  const raw: string = await node('getrawtransaction', txId);
  expect(await modern.ask('blockchain.transaction.broadcast_package', [raw])).toEqual({ success: true });
  expect(await modern.ask('blockchain.transaction.broadcast_package', ['00'])).toMatch(/^1 the tx package was rejected/);
  await devnet.bitcoin.mine();
});

test.each([
  [['blockchain.scripthash.get_balance', 'x'.repeat(200)], /^1 x{100}… is not a valid script hash$/],
  [['blockchain.scripthash.get_balance'], /^-32602 .*the parameter scripthash is missing$/],
  [['blockchain.block.header', -1], /^1 height: -1 should be a non-negative integer$/],
  [['blockchain.block.header', 2 ** 40], /^1 height: 1099511627776 should be a non-negative integer$/],
  [['blockchain.transaction.get', 'ab', 1], /^1 ab should be a transaction hash$/],
  [['blockchain.transaction.broadcast', 'abc'], /^1 raw_tx: abc should be a hex string$/],
  [['blockchain.estimatefee', 2, 'FAST'], /^1 unknown estimatefee mode: FAST$/],
  [['blockchain.address.subscribe', 'a'], /^-32601 unknown method "blockchain\.address\.subscribe"$/],
])('error: %j', async ([method = '', ...params], message) => {
  expect(await client.ask(String(method), ...params)).toMatch(message);
});
