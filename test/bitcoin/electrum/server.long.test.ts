import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { connectElectrum } from './connection.js';

let devnet: Devnet;
let url: string;
beforeAll(async () => {
  devnet = await bootDevnet({ electrum: true, mining: { bitcoin: 'manual' } });
  url = devnet.urls.electrum ?? '';
});
afterAll(() => devnet?.close());

test('behavior: requests that come at once are answered in their order, and a batch with too large answers partly', async () => {
  using client = await connectElectrum(url);
  const answers = await Promise.all(Array.from({ length: 500 }, () => client.ask('server.ping')));
  expect(answers).toEqual(answers.map(() => null));
  const { height } = (await client.ask('blockchain.headers.subscribe')) as { height: number };
  const one = (await client.ask('blockchain.block.headers', 0, height)) as { hex: string };
  const count = Math.ceil(16_000_000 / one.hex.length) + 1;
  client.send(
    JSON.stringify(Array.from({ length: count }, (_, id) => ({ id: `${id}`, method: 'blockchain.block.headers', params: [0, height] }))),
  );
  await expect.poll(() => client.others.length).toBe(1);
  const batch = client.others[0] as unknown as { id: string; result?: unknown; error?: { message: string } }[];
  expect(batch.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, id) => `${id}`));
  expect([batch[0]?.error, batch.at(-1)?.error?.message]).toEqual([undefined, 'the answers of the batch are too large']);
});
