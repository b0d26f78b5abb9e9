import { expect, test } from 'vitest';
import { isProducerOutput, readCommit } from '#dist/engines/common/follow/commit.js';

const PARENT = 'c709200d063911cc6893b6c534107ed72f0ced443673cf6f6378d028a79b92d6';
/** Outputs of stacks-node 4.0.2 on regtest, with another parent. */
const COMMIT = `6a4c5054335b${PARENT}${'00'.repeat(44)}2b`;
const KEY_REGISTRATION = `6a4c4f54335e${'11'.repeat(76)}`;

test('default: a block commit, its parent and its target', () => {
  expect(isProducerOutput(COMMIT)).toBe(true);
  const commit = readCommit(COMMIT);
  expect(commit?.parent).toBe(PARENT);
  // 0x2b: the low three bits are 3.
  expect([101, 102, 103, 104, 105, 108].filter((tip) => commit?.follows(tip))).toEqual([103, 108]);
});

test('behavior: a key registration is no commit', () => {
  expect(isProducerOutput(KEY_REGISTRATION)).toBe(true);
  expect(readCommit(KEY_REGISTRATION)).toBeUndefined();
});

test('behavior: pushes of up to 75 bytes have no length byte of their own', () => {
  expect(isProducerOutput(`6a2354335e${PARENT}`)).toBe(true);
});

test.each([
  ['a stacker who locks by Bitcoin transaction', `6a4c5054333c78${'00'.repeat(70)}`],
  ['another network', `6a4c5058325b${PARENT}${'00'.repeat(45)}`],
  ['a payment', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  ['no data', '6a'],
])('behavior: %s is not an output of a miner', (_name, script) => {
  expect(isProducerOutput(script)).toBe(false);
  expect(readCommit(script)).toBeUndefined();
});

test('behavior: a commit without a target is none', () => {
  expect(readCommit(`6a2354335b${PARENT}`)).toBeUndefined();
});
