test('increment() counts', async () => {
  const counter = stacksDevnet.devnet.contract('counter');
  const receipt = await counter.call('increment', {}, { as: 'alice' });
  expect(receipt.status).toBe('success');
  expect(receipt.value.ok > 0n).toBe(true);
});
