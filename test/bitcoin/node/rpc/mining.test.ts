import { afterEach, beforeEach, expect, test } from 'vitest';
import { grindNonce } from '#dist/bitcoin/node/mining/grind.js';
import { type Block, merkleRoot, parseBlock, serializeBlock, serializeBlockHeader } from '#dist/bitcoin/protocol/codec/block.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { parseTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex, type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

let rpc: RpcNode;
beforeEach(async () => {
  rpc = await startRpcNode();
});
afterEach(() => rpc[Symbol.asyncDispose]());

const SEGWIT = { rules: ['segwit'] };

/** A block as a miner makes it from a template: his own coinbase, the template's transactions. */
async function blockOf(template: {
  transactions: { data: string }[];
  coinbasevalue: number;
  default_witness_commitment: string;
}): Promise<Block> {
  const block = parseBlock(hex((await rpc.call('generateblock', TRUE_ADDRESS, [], false)).hex));
  const [coinbase] = block.transactions;
  const [payment, commitment] = coinbase?.outputs ?? [];
  if (coinbase === undefined || payment === undefined || commitment === undefined) throw new RangeError('no coinbase');
  payment.value = BigInt(template.coinbasevalue);
  commitment.scriptPubKey = hex(template.default_witness_commitment);
  block.transactions.push(...template.transactions.map(({ data }) => parseTransaction(hex(data))));
  block.header.merkleRoot = merkleRoot(block.transactions);
  return block;
}

test('behavior: a block is made from a template, proposed, its header and itself submitted', async () => {
  const [hash] = await rpc.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const parent = await rpc.call('sendrawtransaction', rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] }));
  const child = await rpc.call('sendrawtransaction', rawTx({ inputs: [{ txid: parent }], outputs: [{ value: 50n * COIN - 3_000n }] }));
  const template = await rpc.call('getblocktemplate', SEGWIT);
  expect(template).toMatchObject({
    height: 102,
    coinbasevalue: 5_000_003_000,
    transactions: [
      { txid: parent, depends: [] },
      { txid: child, depends: [1] },
    ],
  });
  const block = await blockOf(template);
  const propose = () => rpc.call('getblocktemplate', { mode: 'proposal', data: toHex(serializeBlock(block)) });
  expect(await propose()).toBeNull();
  block.header.merkleRoot = new Uint8Array(32);
  expect(await propose()).toBe('bad-txnmrklroot');
  block.header.merkleRoot = merkleRoot(block.transactions);
  block.header.nonce = grindNonce(block.header, () => false) ?? 0;
  expect(await rpc.call('submitheader', toHex(serializeBlockHeader(block.header)))).toBeNull();
  expect(await rpc.call('submitblock', toHex(serializeBlock(block)))).toBeNull();
  expect(await rpc.call('getblockcount')).toBe(102);
  expect(await propose()).toBe('duplicate');
});

test('behavior: a long poll answers when the tip changes', async () => {
  const { longpollid } = await rpc.call('getblocktemplate', SEGWIT);
  const waiting = rpc.call('getblocktemplate', { ...SEGWIT, longpollid });
  // The poll is being answered once it shows among the calls.
  let running: string[] = [];
  while (!running.includes('getblocktemplate')) {
    running = (await rpc.call('getrpcinfo')).active_commands.map(({ method }: { method: string }) => method);
  }
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await waiting).toMatchObject({ height: 2 });
});

test('behavior: testdummy starts, locks in and is active, and blocks signal for it meanwhile', async () => {
  const seen: unknown[] = [];
  for (const count of [143, 1, 144, 144]) {
    await rpc.call('generatetoaddress', count, TRUE_ADDRESS);
    const { deployments, height } = await rpc.call('getdeploymentinfo');
    const { active, bip9 } = deployments.testdummy;
    const { version, vbavailable, rules } = await rpc.call('getblocktemplate', SEGWIT);
    seen.push([
      height,
      active,
      bip9.status,
      bip9.since,
      bip9.status_next,
      version.toString(16),
      vbavailable.testdummy,
      rules.includes('testdummy'),
    ]);
  }
  expect(seen).toEqual([
    [143, false, 'defined', 0, 'started', '30000000', 28, false],
    [144, false, 'started', 144, 'started', '30000000', 28, false],
    [288, false, 'locked_in', 288, 'locked_in', '30000000', 28, false],
    [432, true, 'active', 432, 'active', '20000000', undefined, true],
  ]);
});

test('behavior: maxtries counts the nonces that failed', async () => {
  const tries = 40;
  await using rpc = await startRpcNode();
  // The same blocks each time.
  await rpc.call('setmocktime', 1_700_000_000);
  const hashes: string[] = await rpc.call('generatetoaddress', 10 * tries, TRUE_ADDRESS, tries);
  const headers = await Promise.all(hashes.map((hash) => rpc.call('getblockheader', hash)));
  const failed = headers.reduce((sum, { nonce }) => sum + nonce, 0);
  expect(failed).toBeLessThanOrEqual(tries);
  expect(failed + hashes.length).toBeGreaterThan(tries);
  expect(await rpc.call('generatetoaddress', 1, TRUE_ADDRESS, 0)).toEqual([]);
  // As in bitcoind, a negative number is a large one.
  expect(await rpc.call('generatetoaddress', 3, TRUE_ADDRESS, -1)).toHaveLength(3);
});
