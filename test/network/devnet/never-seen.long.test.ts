import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';

test('default: a wait of an embedded network ends before a test runner cuts it, unless the machine is busy', async () => {
  await using devnet = await startDevnet({ cache: testCache });
  const txid = '0x'.padEnd(66, '7');
  const wait = (): Promise<Error & { lastSeen?: string }> =>
    devnet.stacks.waitForTx(txid).then(
      () => Promise.reject(),
      (error) => error,
    );
  const errors = await Promise.all([
    wait(),
    connectDevnet(devnet.urls.gateway).then(async (connection) => {
      const error = await connection.bitcoin.waitForTx(txid).catch((thrown: unknown) => thrown);
      await connection.close();
      return error;
    }),
  ]);
  for (const error of errors)
    expect(error).toMatchObject({ code: 'TIMEOUT', lastSeen: 'never seen', message: /after (4000|12000) ms \(timeoutMs\)/ });
});
