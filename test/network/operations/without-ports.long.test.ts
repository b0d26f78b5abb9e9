import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { answering, answersOf } from './answers.js';

/** Every operation on a network without a port: in code and by `devnet.fetch`, with the answers of one that listens. */
const networks: [devnet: Devnet, clean: string][] = [];

beforeAll(async () => {
  for (const listen of [true, false]) {
    const devnet = await bootDevnet({ gateway: true, electrum: false, listen });
    networks.push([devnet, await devnet.snapshot('clean')]);
  }
});
afterAll(() => Promise.all(networks.map(([devnet]) => devnet.close())));

test.each(answering)('%s answers without a port as with one', async (name) => {
  const answers: unknown[] = [];
  for (const [devnet, clean] of networks) answers.push(await answersOf(devnet, clean, name));
  expect(answers[1]).toEqual(answers[0]);
});
