test('coins arrive at a fresh account', async () => {
  const { devnet, account } = stacksDevnet;
  const { stx } = await account({ stx: 3_000_000n, btc: 0n });
  const response = await fetch(`${devnet.urls.gateway}/v2/accounts/${stx.address}?proof=0`);
  expect(BigInt((await response.json()).balance)).toBe(3_000_000n);
});

test('the faucet refuses a mainnet address', async () => {
  await expect(stacksDevnet.devnet.faucet.btc('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'address',
  });
});
