import { expect, test } from 'vitest';
import { committedParent, minerOutput } from '#dist/engines/follow/commit.js';

const PARENT = 'c709200d063911cc6893b6c534107ed72f0ced443673cf6f6378d028a79b92d6';
/** Outputs that stacks-node 4.0.2 made on regtest, but for the parent. */
const COMMIT = `6a4c5054335b${PARENT}${'00'.repeat(45)}`;
const KEY_REGISTRATION = `6a4c4f54335e${'11'.repeat(76)}`;

test('default: a block commit and the block that it builds on', () => {
  expect(minerOutput(COMMIT)).toBe(true);
  expect(committedParent(COMMIT)).toBe(PARENT);
});

test('behavior: a key registration builds on nothing', () => {
  expect(minerOutput(KEY_REGISTRATION)).toBe(true);
  expect(committedParent(KEY_REGISTRATION)).toBeUndefined();
});

test('behavior: pushes of up to 75 bytes have no length byte of their own', () => {
  expect(minerOutput(`6a2354335b${PARENT}`)).toBe(true);
  expect(committedParent(`6a2354335b${PARENT}`)).toBe(PARENT);
});

test.each([
  ['a stacker who locks by Bitcoin transaction', `6a4c5054333c78${'00'.repeat(70)}`],
  ['another network', `6a4c5058325b${PARENT}`],
  ['a payment', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  ['no data', '6a'],
])('behavior: %s is no miner', (_name, script) => {
  expect(minerOutput(script)).toBe(false);
  expect(committedParent(script)).toBeUndefined();
});
