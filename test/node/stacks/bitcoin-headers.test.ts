import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { deploy } from './transactions.js';

const HASH = '(define-read-only (hash (height uint)) (get-burn-block-info? header-hash height))';
const REWARDED = '(define-read-only (rewarded (height uint)) (get-burn-block-info? pox-addrs height))';
const TENURE = '(define-read-only (hash (height uint)) (get-tenure-info? burnchain-header-hash height))';

test('a warning names a contract that reads Bitcoin properties that the VM makes up', async () => {
  const warnings: string[] = [];
  const contracts = [{ deployer: WALLET_1.address, name: 'rewarded', source: REWARDED }];
  await using node = await startTestNode({ contracts, onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([expect.stringMatching(`^${WALLET_1.address}.rewarded reads pox-addrs.*native or docker`)]);
  await deploy(node.url, DEPLOYER, { name: 'hash', source: `${HASH} ;; pox-addrs`, nonce: 0n });
  await deploy(node.url, DEPLOYER, { name: 'tenure', source: TENURE, nonce: 1n });
  await expect.poll(() => warnings.length).toBe(2);
  expect(warnings[1]).toMatch(`${DEPLOYER.address}.tenure reads burnchain-header-hash`);
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
