import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode } from './test-node.js';

const HASH = '(define-read-only (hash (height uint)) (get-burn-block-info? header-hash height))';
const SOURCE = `
  (define-read-only (rewarded (height uint)) (get-burn-block-info? pox-addrs height))
  (define-read-only (tenure (height uint)) (get-tenure-info? burnchain-header-hash height))`;

async function readOf(node: { url: string }, fn: string, height: number): Promise<string> {
  const body = JSON.stringify({ sender: DEPLOYER.address, arguments: [`0x${Cl.serialize(Cl.uint(height))}`] });
  const path = `/v2/contracts/call-read/${DEPLOYER.address}/headers/${fn}`;
  const response = await fetch(node.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return Cl.stringify(Cl.deserialize(((await response.json()) as { result: string }).result));
}

test("contracts read the hash of a tenure's Bitcoin block, and where a block without stackers burns", async () => {
  await using node = await startTestNode({ contracts: [{ deployer: DEPLOYER.address, name: 'headers', source: SOURCE }] });
  const { height } = node.tip();
  const [hash, addresses] = await Promise.all([readOf(node, 'tenure', height - 1), readOf(node, 'rewarded', BOOT_HEIGHT)]);
  expect(hash).toBe(`(some 0x${burnBlock(BOOT_HEIGHT - 1).hash})`);
  const burned = '{ hashbytes: 0x0000000000000000000000000000000000000000, version: 0x00 }';
  expect(addresses).toBe(`(some { addrs: (list ${burned} ${burned}), payout: u0 })`);
});

test('behavior: a branch from below the last block of the start replaces the hashes there', async () => {
  const contracts = [{ deployer: DEPLOYER.address, name: 'headers', source: HASH }];
  await using node = await startTestNode({ contracts, mining: 'manual' });
  const fork = BOOT_HEIGHT - 3;
  const hashes = async (tip = node.tip().hash) => {
    const read = async (height: number) => {
      const body = JSON.stringify({ sender: DEPLOYER.address, arguments: [`0x${Cl.serialize(Cl.uint(height))}`] });
      const path = `/v2/contracts/call-read/${DEPLOYER.address}/headers/hash?tip=${tip.slice(2)}`;
      const response = await fetch(node.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return ((await response.json()) as { result: string }).result.slice(-64);
    };
    return Promise.all(Array.from({ length: 6 }, (_, n) => read(fork + n)));
  };
  const branch = (from: number, branchOf: (height: number) => number) =>
    Array.from({ length: 6 }, (_, n) => (fork + n > from ? '0x09' : burnBlock(fork + n, branchOf(fork + n)).hash));
  const first = branch(BOOT_HEIGHT, () => 0);
  expect(await hashes()).toEqual(first);

  await node.burnReorg(fork);
  await node.burnBlock(burnBlock(fork + 1, 1, 0));
  for (let height = fork + 2; height <= BOOT_HEIGHT; height++) await node.burnBlock(burnBlock(height, 1));
  for (const height of [BOOT_HEIGHT + 1, BOOT_HEIGHT + 2]) await node.burnBlock(burnBlock(height, 1));
  const second = branch(BOOT_HEIGHT + 2, (height) => (height > fork ? 1 : 0));
  expect(await hashes()).toEqual(second);
  const tip = node.tip().hash;
  await node.mine();
  expect(await hashes(tip)).toEqual(second);

  await node.burnReorg(BOOT_HEIGHT + 1);
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 2, 2, 1));
  expect(await hashes()).toEqual([...second.slice(0, 5), burnBlock(BOOT_HEIGHT + 2, 2).hash]);
});
