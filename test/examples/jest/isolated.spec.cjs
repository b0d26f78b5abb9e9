/**
 * @jest-environment-options {"isolate": "test"}
 */
const heights = [];
beforeEach(async () => {
  heights.push((await stacksDevnet.devnet.status()).stacks.height);
  await stacksDevnet.devnet.stacks.mine();
});

test.each([1, 2])('test %i has its own network', () => {
  expect(new Set(heights).size).toBe(1);
});
