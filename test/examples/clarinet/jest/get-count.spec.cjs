test('get-count() is the variable', async () => {
  const counter = stacksDevnet.devnet.contract('counter');
  expect(typeof (await counter.read('get-count'))).toBe('bigint');
});

test('the network has the accounts of the project', () => {
  expect(Object.keys(stacksDevnet.devnet.accounts)).toEqual(['deployer', 'alice']);
});
