import { Cl, cvToHex } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode } from './test-node.js';
import { deploy } from './transactions.js';

const SOURCE = '(define-read-only (hash-at (height uint)) (get-burn-block-info? header-hash height))';
const some = (height: number, branch = 0): string => `0x0a0200000020${burnBlock(height, branch).hash}`;
const NONE = '0x09';

async function hashAt(url: string, height: number): Promise<string | undefined> {
  const answer = await fetch(`${url}/v2/contracts/call-read/${DEPLOYER.address}/headers/hash-at`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: DEPLOYER.address, arguments: [cvToHex(Cl.uint(height))] }),
  });
  return ((await answer.json()) as { result?: string }).result;
}

test('behavior: contracts read the hashes of burn blocks up to the tip, on the branch of the node', async () => {
  await using node = await startTestNode();
  await deploy(node.url, DEPLOYER, { name: 'headers', source: SOURCE, nonce: 0n });
  await expect.poll(() => hashAt(node.url, 0)).toBe(some(0));
  const tip = BOOT_HEIGHT;
  expect(await hashAt(node.url, tip)).toBe(some(tip));
  expect(await hashAt(node.url, tip + 1)).toBe(NONE);

  const before = await node.snapshot();
  await node.burnBlock(burnBlock(tip + 1));
  expect(await hashAt(node.url, tip + 1)).toBe(some(tip + 1));
  const fork = await node.fork();
  const { url } = await fork.listen({ host: '127.0.0.1', port: 0 });
  try {
    await node.restore(before);
    expect(await hashAt(node.url, tip + 1)).toBe(NONE);
    await node.burnBlock(burnBlock(tip + 1, 2, 0));
    await node.burnBlock(burnBlock(tip + 2, 2));
    expect(await hashAt(node.url, tip + 1)).toBe(some(tip + 1, 2));
    expect(await hashAt(node.url, tip)).toBe(some(tip));
    await node.burnReorg(tip);
    await node.burnBlock(burnBlock(tip + 1, 3, 0));
    expect(await hashAt(node.url, tip + 1)).toBe(some(tip + 1, 3));
    expect(await hashAt(node.url, tip + 2)).toBe(NONE);
    // the copy stays on its own branch
    expect(await hashAt(url, tip + 1)).toBe(some(tip + 1));
  } finally {
    await fork.close();
  }
});
