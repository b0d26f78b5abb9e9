const { connectDevnet, DevnetError } = require('stacks-devnet');

test('errors are instances of Error and DevnetError', async () => {
  const error = await stacksDevnet.devnet.bitcoin.mine(-1).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).toBeInstanceOf(DevnetError);
  expect(error).not.toBeInstanceOf(TypeError);
  await expect(stacksDevnet.devnet.stacks.mine(-1)).rejects.toThrow(Error);
  await expect(stacksDevnet.devnet.stacks.mine(-1)).rejects.toThrow(/received -1/);
});

test('objects have the classes of the test file', async () => {
  const { devnet, account } = stacksDevnet;
  const alice = await account({ stx: 1_000n, btc: 0n });
  expect(alice.stx).toStrictEqual({ address: expect.any(String) });
  expect(await devnet.mine({ bitcoin: 1 })).toStrictEqual({
    bitcoin: { height: expect.any(Number), hashes: [expect.any(String)] },
    stacks: { height: expect.any(Number), hash: expect.any(String) },
  });
  expect(devnet.accounts).toBeInstanceOf(Object);
  const events = [];
  const stop = devnet.subscribe((event) => events.push(event));
  await devnet.bitcoin.mine();
  stop();
  expect(events.find(({ type }) => type === 'bitcoin.block')).toStrictEqual({
    type: 'bitcoin.block',
    height: expect.any(Number),
    hash: expect.any(String),
    txids: expect.any(Array),
  });
});

test('the package can be required', async () => {
  const devnet = await connectDevnet(process.env.DEVNET_URL);
  expect(await devnet.miningModes()).toStrictEqual({ bitcoin: 'auto', stacks: 'auto' });
  await devnet.close();
});
