import { expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { createScriptChecker } from '#dist/bitcoin/node/chain/validation/script-checker.js';
import { createCore, type NodeCore } from '#dist/bitcoin/node/core.js';
import { parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { STANDARD_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { buildBlock } from './blocks.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from './harness.js';
import { type PeerNode, startPeerNode } from './peers/peer-node.js';
import { greetedPeer } from './peers/test-peer.js';
import { bytesOf, COIN, makeTx, txidOf } from './transactions.js';

const INPUTS = 200;
const FALSE_WITNESS = [Uint8Array.of(0x00)];
const REASON = /mempool-script-verify-flag-failed \(Witness program hash mismatch\)/;

/** A transaction of many outputs, and one that spends them all. @param lastWitness that of the last input */
function heavy(coinbase: string, lastWitness?: Uint8Array[]): { parent: Transaction; child: Transaction } {
  const value = (50n * COIN) / BigInt(INPUTS) - 1_000n;
  const parent = makeTx({ inputs: [{ txid: coinbase }], outputs: Array.from({ length: INPUTS }, () => ({ value })) });
  const txid = txidOf(parent);
  const inputs = Array.from({ length: INPUTS }, (_, index) => ({
    txid,
    index,
    ...(index === INPUTS - 1 && lastWitness && { witness: lastWitness }),
  }));
  return { parent, child: makeTx({ inputs, outputs: [{ value: value * BigInt(INPUTS) - 200_000n }] }) };
}

const hexOf = (tx: Transaction): string => Buffer.from(bytesOf(tx)).toString('hex');

async function firstCoinbase(node: PeerNode): Promise<string> {
  return (await node.call('getblock', await node.hashAt(1))).tx[0];
}

function coreWith(): { core: NodeCore; coinbase: string } {
  const core = createCore({});
  for (let count = 0; count < 101; count++) core.miner.mine(TRUE_SCRIPT);
  return { core, coinbase: core.chain.at(1)?.records[0]?.txid ?? '' };
}

test('default: the next check has the result, and has it once', () => {
  const scripts = createScriptChecker();
  const record = recordTx(heavy('ab'.repeat(32)).child);
  const coinsOf = (scriptPubKey: Uint8Array) => record.tx.inputs.map(() => ({ value: COIN, scriptPubKey, height: 1, coinbase: false }));
  expect([...scripts.checkAhead(record, coinsOf(TRUE_SCRIPT), STANDARD_FLAGS)]).toHaveLength(INPUTS);
  const others = coinsOf(Uint8Array.of(0x00));
  expect(scripts.checkStandard(record, others)).toBeUndefined();
  expect(scripts.checkStandard(record, others)).toMatchObject({ where: expect.stringContaining('input 0 of') });
});

test('default: a step for each input up to the one that fails', () => {
  const scripts = createScriptChecker();
  const record = recordTx(heavy('ab'.repeat(32), FALSE_WITNESS).child);
  const coins = record.tx.inputs.map(() => ({ value: COIN, scriptPubKey: TRUE_SCRIPT, height: 1, coinbase: false }));
  expect([...scripts.checkAhead(record, coins, STANDARD_FLAGS)]).toHaveLength(INPUTS - 1);
  expect(scripts.checkStandard(record, coins)).toMatchObject({ where: expect.stringContaining(`input ${INPUTS - 1} of`) });
});

test('behavior: few inputs, and what the mempool has, wait for nothing', async () => {
  const { core, coinbase } = coreWith();
  const { parent, child } = heavy(coinbase);
  expect(core.checkAhead([recordTx(makeTx({ inputs: [{ txid: coinbase }], outputs: [{ value: COIN }] }))], 'mempool')).toBeUndefined();
  core.mempool.submit(recordTx(parent));
  await core.checkAhead([recordTx(child)], 'mempool');
  core.mempool.submit(recordTx(child));
  expect(core.checkAhead([recordTx(child)], 'mempool')).toBeUndefined();
  expect(core.checkAhead([recordTx(parent), recordTx(child)], 'block')).toBeUndefined();
});

test('behavior: methods give the same answers', async () => {
  await using node = await startPeerNode(101);
  const coinbase = await firstCoinbase(node);
  const wrong = heavy(coinbase, FALSE_WITNESS);
  const right = heavy(coinbase);
  expect(await node.call('testmempoolaccept', [hexOf(wrong.parent), hexOf(wrong.child)])).toMatchObject([
    { allowed: true },
    { allowed: false, 'reject-details': expect.stringMatching(REASON) },
  ]);
  await node.call('sendrawtransaction', hexOf(wrong.parent));
  expect(await node.failure('sendrawtransaction', hexOf(wrong.child))).toMatchObject({ code: -26, message: expect.stringMatching(REASON) });
  expect(await node.call('sendrawtransaction', hexOf(right.child))).toBe(txidOf(right.child));
  await node.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await node.call('getrawmempool')).toEqual([]);
});

test('behavior: a block with transactions that nobody has seen, whose last script may fail', async () => {
  await using node = await startPeerNode(101);
  const core = createCore({});
  for (let height = 1; height <= 101; height++) {
    core.miner.submit(parseBlock(await node.rawBlock(height)));
  }
  const coinbase = await firstCoinbase(node);
  const wrong = heavy(coinbase, FALSE_WITNESS);
  const submit = (transactions: Transaction[]) =>
    node.call('submitblock', Buffer.from(serializeBlock(buildBlock({ core, transactions }))).toString('hex'));
  expect(await submit([wrong.parent, wrong.child])).toMatch(/^block-script-verify-flag-failed/);
  const right = heavy(coinbase);
  expect(await submit([right.parent, right.child])).toBeNull();
  expect(await node.call('getblockcount')).toBe(102);
});

test('behavior: the next message of a peer waits', async () => {
  await using node = await startPeerNode(101);
  const { parent, child } = heavy(await firstCoinbase(node));
  const peer = await greetedPeer(node.address);
  for (const tx of [parent, child]) peer.send('tx', Buffer.from(bytesOf(tx)));
  await peer.settled();
  expect(await node.call('getrawmempool')).toEqual(expect.arrayContaining([txidOf(parent), txidOf(child)]));
});

test('error: a peer that sends a block whose last script fails is disconnected', async () => {
  await using node = await startPeerNode(101);
  const core = createCore({});
  for (let height = 1; height <= 101; height++) core.miner.submit(parseBlock(await node.rawBlock(height)));
  const { parent, child } = heavy(await firstCoinbase(node), FALSE_WITNESS);
  const peer = await greetedPeer(node.address);
  peer.send('block', Buffer.from(serializeBlock(buildBlock({ core, transactions: [parent, child] }))));
  await peer.closed();
  expect(await node.call('getblockcount')).toBe(101);
});

test('behavior: a transaction that the mempool refuses for its weight is not run ahead, one of a block is', async () => {
  const { core, coinbase } = coreWith();
  const outputs = Array.from({ length: 3_000 }, () => ({ value: 1_000n }));
  const record = recordTx(makeTx({ inputs: [{ txid: coinbase }], outputs }));
  expect(record.weight).toBeGreaterThan(400_000);
  expect(core.checkAhead([record], 'mempool')).toBeUndefined();
  const ahead = core.checkAhead([record], 'block');
  expect(ahead).toBeDefined();
  await ahead;
});
