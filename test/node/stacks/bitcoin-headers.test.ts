import { expect, test } from 'vitest';
import { DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { deploy } from './transactions.js';

const PROOF = '(define-read-only (hash (height uint)) (get-burn-block-info? header-hash height))';
const INNOCENT = '(define-read-only (height) burn-block-height) ;; get-burn-block-info?';

test('behavior: a contract that reads Bitcoin headers is named in a warning after its deploy', async () => {
  const warnings: string[] = [];
  const contracts = [{ deployer: WALLET_1.address, name: 'proof', source: PROOF }];
  await using node = await startTestNode({ contracts, onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([expect.stringMatching(`^${WALLET_1.address}.proof reads Bitcoin block headers.*native or docker`)]);
  await deploy(node.url, DEPLOYER, { name: 'innocent', source: INNOCENT, nonce: 0n });
  const tenure = '(define-read-only (hash (height uint)) (get-tenure-info? burnchain-header-hash height))';
  await deploy(node.url, DEPLOYER, { name: 'tenure', source: tenure, nonce: 1n });
  await expect.poll(() => warnings.length).toBe(2);
  expect(warnings[1]).toMatch(`${DEPLOYER.address}.tenure reads`);
});
