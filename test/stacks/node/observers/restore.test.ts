import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from '../test-node.js';
import { transfer } from '../transactions.js';
import { listen, type TestObserver } from './observer.js';

type Block = { block_height: number; index_block_hash: string; parent_index_block_hash: string; burn_block_hash: string };
type Drop = { dropped_txids: string[]; reason: string; new_txid: string | null };

const TO = { recipient: WALLET_2.address, amount: 5n };

test('behavior: after a restore blocks link to announced ones, and lost transactions are dropped when the branch is longer', async () => {
  await using observer = await listen();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
  const early = await transfer(node.url, DEPLOYER, { ...TO, nonce: 0n });
  const snapshot = await node.snapshot();
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const lost = await transfer(node.url, WALLET_1, { ...TO, nonce: 0n });
  await node.mine();
  const former = node.tip();
  const pending = await transfer(node.url, WALLET_1, { ...TO, nonce: 1n });
  await node.restore(snapshot);
  const tip = node.tip();
  await transfer(node.url, WALLET_2, { ...TO, recipient: WALLET_1.address, nonce: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1, 1, 0));
  await expectTip(observer, node.tip().hash);

  const announced = observer.bodies<Block>('/new_block');
  expect(announced.at(-1)).toMatchObject({
    parent_index_block_hash: tip.hash,
    burn_block_hash: `0x${burnBlock(BOOT_HEIGHT + 1, 1, 0).hash}`,
  });
  expect(node.tip().height).toBeLessThan(former.height);
  expect(observer.bodies<Drop>('/drop_mempool_tx')).toEqual([
    { dropped_txids: [`0x${pending}`], reason: 'StaleGarbageCollect', new_txid: null },
  ]);
  // it waits again, and is in a block again
  expect(observer.bodies<string[]>('/new_mempool_tx').length).toBe(5);

  while (node.tip().height <= former.height) await node.mine();
  await expectTip(observer, node.tip().hash);
  await expect.poll(() => observer.bodies<Drop>('/drop_mempool_tx')).toHaveLength(2);
  const gone = observer.bodies<Drop>('/drop_mempool_tx').at(-1);
  expect(gone).toMatchObject({ reason: 'StaleGarbageCollect', new_txid: null });
  expect(gone?.dropped_txids).toContain(`0x${lost}`);
  expect(gone?.dropped_txids).not.toContain(`0x${early}`);

  const hashes = new Set<string>();
  for (const { block_height, index_block_hash, parent_index_block_hash } of observer.bodies<Block>('/new_block')) {
    if (block_height > 0) expect(hashes).toContain(parent_index_block_hash);
    expect(hashes).not.toContain(index_block_hash);
    hashes.add(index_block_hash);
  }
});

test('behavior: after a restore to a later snapshot blocks link to that one', async () => {
  await using observer = await listen();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
  const early = await node.snapshot();
  await node.mine();
  const late = await node.snapshot();
  const { hash } = node.tip();
  await node.restore(early);
  await node.restore(late);
  await node.mine();
  await expectTip(observer, node.tip().hash);
  expect(observer.bodies<Block>('/new_block').at(-1)?.parent_index_block_hash).toBe(hash);
  expect(observer.bodies('/drop_mempool_tx')).toEqual([]);
});

test.each(['a restore', 'a reorganisation'])(
  'behavior: what a transaction had replaced that %s undid is dropped again, for an indexer lets it wait',
  async (kind) => {
    await using observer = await listen();
    await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
    const snapshot = await node.snapshot();
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
    const first = await transfer(node.url, WALLET_1, { ...TO, nonce: 0n });
    const second = await transfer(node.url, WALLET_1, { ...TO, fee: 400n, nonce: 0n });
    const third = await transfer(node.url, WALLET_1, { ...TO, fee: 500n, nonce: 0n });
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 2));
    const former = node.tip();
    if (kind === 'a restore') await node.restore(snapshot);
    else await node.burnReorg(BOOT_HEIGHT + 1);
    const replacement = await transfer(node.url, WALLET_1, { ...TO, amount: 6n, fee: 600n, nonce: 0n });
    const drops = () =>
      observer
        .bodies<Drop>('/drop_mempool_tx')
        .flatMap(({ dropped_txids, reason, new_txid }) => dropped_txids.map((txid) => `${txid} ${reason} ${new_txid}`));
    await node.burnBlock(burnBlock(BOOT_HEIGHT + (kind === 'a restore' ? 1 : 2), 1, 0));
    while (node.tip().height <= former.height) await node.mine();
    await expectTip(observer, node.tip().hash);

    const again = [`0x${second} ReplaceByFee 0x${third}`, `0x${first} ReplaceByFee 0x${second}`];
    await expect.poll(() => drops().slice(-2)).toEqual(again);
    expect(drops().filter((drop) => drop.startsWith(`0x${third} Stale`))).toHaveLength(1);
    expect(drops().filter((drop) => drop.startsWith(`0x${replacement}`))).toEqual([]);
  },
);

test('behavior: what a block left out meanwhile is dropped again for the same reason', async () => {
  await using observer = await listen();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
  const { balance } = (await (await fetch(`${node.url}/v2/accounts/${WALLET_1.address}?proof=0`)).json()) as { balance: string };
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  await transfer(node.url, WALLET_2, { ...TO, recipient: WALLET_1.address, amount: 1_000n, nonce: 0n });
  await node.mine();
  // It spends what the other one brought.
  const poor = await transfer(node.url, WALLET_1, { ...TO, amount: BigInt(balance) + 500n, fee: 300n, nonce: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 2));
  const former = node.tip();
  await node.burnReorg(BOOT_HEIGHT);
  await transfer(node.url, WALLET_2, { ...TO, recipient: DEPLOYER.address, amount: 1_000n, fee: 900n, nonce: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1, 1, 0));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 2, 1));
  while (node.tip().height <= former.height) await node.mine();
  await expectTip(observer, node.tip().hash);
  const reasons = () =>
    observer.bodies<Drop>('/drop_mempool_tx').flatMap(({ dropped_txids, reason }) => (dropped_txids.includes(`0x${poor}`) ? [reason] : []));
  await expect.poll(reasons).toEqual(['Problematic', 'Problematic']);
});

async function expectTip(observer: TestObserver, hash: string): Promise<void> {
  await expect.poll(() => observer.bodies<Block>('/new_block').at(-1)?.index_block_hash).toBe(hash);
}
