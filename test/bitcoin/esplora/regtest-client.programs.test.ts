import { RegtestUtils } from 'regtest-client';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

test('default: the npm package regtest-client', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  const client = new RegtestUtils({ APIURL: `${devnet.urls.gateway}/1` });
  const height = await client.height();
  expect(await client.mine(2)).toHaveLength(2);
  expect(await client.height()).toBe(height + 2);
  const address = client.RANDOM_ADDRESS;
  const unspent = await client.faucet(address, 20_000);
  await client.verify({ txId: unspent.txId, vout: unspent.vout, address, value: 20_000 });
  expect(await client.unspents(address)).toMatchObject([{ txId: unspent.txId, value: 20_000 }]);
  await expect(client.broadcast('00')).rejects.toThrow();
});
