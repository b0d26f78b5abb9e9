import { makeSTXTokenTransfer, sponsorTransaction } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksNodeEvent } from '#dist/stacks/node/types.js';
import { DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { deploy, transfer } from './transactions.js';

const FUNDS = 1_000_000n;
const LATE = '(define-read-only (late) true)';

/** A node that mines on demand, in which the deployer and wallet 1 can pay two small transactions, or one large one. */
async function poorNode(): Promise<TestNode & { drops(): StacksNodeEvent[]; nonce(): Promise<number> }> {
  const balances = [DEPLOYER, WALLET_1].map(({ address }) => ({ principal: address, amount: FUNDS }));
  const node = await startTestNode({ mining: 'manual', balances });
  const events: StacksNodeEvent[] = [];
  node.subscribe((event) => events.push(event));
  return {
    ...node,
    drops: () => events.filter(({ type }) => type === 'mempool-dropped'),
    nonce: async () => ((await (await fetch(`${node.url}/v2/accounts/${DEPLOYER.address}`)).json()) as { nonce: number }).nonce,
  };
}

const recipient = WALLET_2.address;

test('behavior: a transfer that an earlier one made too large is dropped as problematic', async () => {
  await using node = await poorNode();
  await transfer(node.url, DEPLOYER, { recipient, amount: 600_000n, nonce: 0n });
  const second = await transfer(node.url, DEPLOYER, { recipient, amount: 600_000n, nonce: 1n });
  await node.mine();
  expect(node.drops()).toEqual([dropOf(second, `${DEPLOYER.address} cannot transfer 600000 uSTX`)]);
});

test('behavior: a transfer and a deploy whose fee can no longer be paid are dropped as problematic', async () => {
  await using node = await poorNode();
  for (const account of [DEPLOYER, WALLET_1]) await transfer(node.url, account, { recipient, amount: 600_000n, nonce: 0n });
  const moved = await transfer(node.url, DEPLOYER, { recipient, amount: 1n, nonce: 1n, fee: 500_000n });
  const deployed = await deploy(node.url, WALLET_1, { name: 'late', source: LATE, nonce: 1n, fee: 500_000n });
  await node.mine();
  expect(node.drops()).toHaveLength(2);
  expect(node.drops()).toContainEqual(dropOf(moved, `${DEPLOYER.address} cannot pay the fee of 500000 uSTX`));
  expect(node.drops()).toContainEqual(dropOf(deployed, `${WALLET_1.address} cannot pay the fee of 500000 uSTX`));
});

test('behavior: what a sponsor can no longer pay is dropped as problematic', async () => {
  await using node = await poorNode();
  await transfer(node.url, WALLET_1, { recipient, amount: 600_000n, nonce: 0n });
  const options = { recipient, amount: 1n, fee: 0n, nonce: 0n, senderKey: DEPLOYER.key, network: 'testnet', sponsored: true } as const;
  const transaction = await makeSTXTokenTransfer(options);
  const sponsor = { sponsorPrivateKey: WALLET_1.key, sponsorNonce: 1n, fee: 500_000n, network: 'testnet' } as const;
  const sponsored = await sponsorTransaction({ ...sponsor, transaction });
  const body = sponsored.serializeBytes();
  await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });
  await node.mine();
  expect(node.drops()).toEqual([dropOf(sponsored.txid(), `${WALLET_1.address} cannot pay the fee of 500000 uSTX`)]);
});

test('behavior: the second of two pending deploys with one name stays pending, and its account waits', async () => {
  await using node = await poorNode();
  await deploy(node.url, DEPLOYER, { name: 'twice', source: LATE, nonce: 0n, fee: 1_000n });
  await deploy(node.url, DEPLOYER, { name: 'twice', source: `${LATE} `, nonce: 1n, fee: 1_000n });
  await transfer(node.url, DEPLOYER, { recipient, amount: 1n, nonce: 2n });
  for (let block = 0; block < 3; block++) await node.mine();
  expect(node.drops()).toEqual([]);
  expect(await node.nonce()).toBe(1);

  await deploy(node.url, DEPLOYER, { name: 'other', source: LATE, nonce: 1n, fee: 2_000n });
  await node.mine();
  expect(await node.nonce()).toBe(3);
});

function dropOf(txid: string, detail: string): StacksNodeEvent {
  return { type: 'mempool-dropped', txid: `0x${txid}`, reason: 'Problematic', detail };
}
