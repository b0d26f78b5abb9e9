import { expect, test } from 'vitest';
import { DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
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
