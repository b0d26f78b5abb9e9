import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';

type Clones = { clones: { id: string; urls: { gateway: string } }[] };

const isUp = (url = '') =>
  fetch(`${url}/devnet/v1/status`).then(
    ({ ok }) => ok,
    () => false,
  );

test('default: a connection makes copies, and stops them', async () => {
  await using devnet = await startDevnet();
  const { gateway = '' } = devnet.urls;
  const connected = await connectDevnet(gateway);
  const { address } = connected.accounts.wallet_1.stx;
  const { txId } = await connected.faucet.stx(address);
  const clones = async () => ((await (await fetch(`${gateway}/devnet/v1/clones`)).json()) as Clones).clones;

  const copy = await connected.clone();
  expect(await copy.stacks.receipt(txId)).toEqual(await connected.stacks.receipt(txId));
  expect(await clones()).toMatchObject([{ id: 'c1', urls: { gateway: copy.urls.gateway } }]);
  await copy.faucet.stx(address);
  expect((await copy.status()).stacks.height).toBe((await devnet.status()).stacks.height + 1);
  await using second = await connected.clone();
  expect(await clones()).toHaveLength(2);

  await copy.close();
  await copy.close();
  expect(await clones()).toMatchObject([{ id: 'c2' }]);
  expect(await isUp(copy.urls.gateway)).toBe(false);
  // A copy does not need the connection that made it.
  await connected.close();
  expect((await second.status()).ready).toBe(true);
});

test('behavior: copies end with their network, and closing them then is no error', async () => {
  const devnet = await startDevnet();
  await using connected = await connectDevnet(devnet.urls.gateway ?? '');
  const copy = await connected.clone();
  await devnet.close();
  expect(await isUp(copy.urls.gateway)).toBe(false);
  await copy.close();
});

test('error: an unknown copy', async () => {
  await using devnet = await startDevnet();
  const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/clones/c9`, { method: 'DELETE' });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: 'no copy has the id "c9"', field: 'id' });
});

test('error: a page of another origin makes no copies', async () => {
  await using devnet = await startDevnet();
  const headers = { origin: 'https://example.com' };
  const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/clones`, { method: 'POST', headers });
  expect(answer.status).toBe(403);
});
