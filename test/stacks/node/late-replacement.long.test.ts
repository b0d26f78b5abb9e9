import { makeSTXTokenTransfer } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksNodeEvent } from '#dist/stacks/node/types.js';
import { heavyContract } from './heavy.js';
import { DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy } from './transactions.js';

/** Follows a node. @returns what came, and what waits after it */
function follow(node: TestNode): { events: StacksNodeEvent[]; waiting: Set<string> } {
  const events: StacksNodeEvent[] = [];
  const waiting = new Set<string>();
  node.subscribe((event) => {
    events.push(event);
    if (event.type === 'mempool-added') waiting.add(event.txid);
    if (event.type === 'mempool-dropped') waiting.delete(event.txid);
    if (event.type === 'block') for (const { txid } of event.receipts) waiting.delete(txid);
  });
  return { events, waiting };
}

async function submit(node: TestNode, nonce: bigint, fee: bigint): Promise<number> {
  const transaction = await makeSTXTokenTransfer({
    recipient: WALLET_2.address,
    amount: 1n,
    fee,
    nonce,
    senderKey: WALLET_1.key,
    network: 'testnet',
  });
  const headers = { 'content-type': 'application/octet-stream' };
  const body = Buffer.from(transaction.serializeBytes());
  return (await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers, body })).status;
}

test('default: a replacement that comes while a block executes the replaced transaction is dropped with that block', async () => {
  await using node = await startTestNode({ mining: 'manual', maxExecutionTime: 600_000 });
  await deploy(node.url, DEPLOYER, { name: 'heavy', source: heavyContract(11, 6), nonce: 0n });
  await node.mine();
  const { events, waiting } = follow(node);
  const heavy = `0x${await call(node.url, WALLET_1, { contract: `${DEPLOYER.address}.heavy`, fn: 'burn', nonce: 0n })}`;
  const mined = node.mine();
  expect(await submit(node, 0n, 1_000_000n)).toBe(200);
  const added = events.filter(({ type }) => type === 'mempool-added').at(-1) as Extract<StacksNodeEvent, { type: 'mempool-added' }>;
  await mined;
  expect(events.filter(({ type }) => type !== 'mempool-added')).toMatchObject([
    { type: 'mempool-dropped', txid: heavy, reason: 'ReplaceByFee', replacedBy: added.txid },
    { type: 'mempool-dropped', txid: added.txid, reason: 'ReplaceByFee', replacedBy: heavy },
    { type: 'block', receipts: [{ txid: heavy }] },
  ]);
  expect([...waiting]).toEqual([]);
  // The next nonce is mined as ever.
  expect(await submit(node, 1n, 300n)).toBe(200);
  await node.mine();
  expect([...waiting]).toEqual([]);
});

test('behavior: whenever a replacement comes, it is mined, dropped or refused', async () => {
  await using node = await startTestNode({ mining: 'manual' });
  const { waiting } = follow(node);
  for (let nonce = 0n; nonce < 60n; nonce++) {
    expect(await submit(node, nonce, 300n)).toBe(200);
    await Promise.all([submit(node, nonce, 400n), node.mine(), submit(node, nonce, 500n)]);
    expect([...waiting]).toEqual([]);
  }
});
