/**
 * @jest-environment-options {"restore": true}
 */
test('blocks are mined on request', async () => {
  const { devnet } = stacksDevnet;
  const before = await devnet.status();
  await devnet.bitcoin.mine(2);
  const { bitcoin } = await devnet.status();
  expect(bitcoin.height).toBeGreaterThanOrEqual(before.bitcoin.height + 2);
});
