import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { waitForEither } from '#dist/gateway/wait-for-either.js';

type Services = Parameters<typeof waitForEither>[0];

const txid = 'ab'.repeat(32);
const receipt = { txid };
const response = () => ({ socket: new Socket() }) as ServerResponse;

/** Services of a network whose events reported the transaction on one chain. */
function services(chain: 'bitcoin' | 'stacks', waited: string[]): Services {
  const waitOn = (name: string) => ({
    waitForTx: async (id: string) => {
      waited.push(`${name} ${id}`);
      return receipt;
    },
  });
  const devnet = { chainOf: (id: string) => (id === txid ? chain : undefined), bitcoin: waitOn('bitcoin'), stacks: waitOn('stacks') };
  return { devnet: devnet as unknown as Services['devnet'], closing: new AbortController().signal };
}

test('default: a transaction that events have reported is looked for on its own chain only', async () => {
  const waited: string[] = [];
  expect(await waitForEither(services('stacks', waited), `0x${txid.toUpperCase()}`, undefined, response())).toBe(receipt);
  expect(await waitForEither(services('bitcoin', waited), txid, undefined, response())).toBe(receipt);
  expect(waited).toEqual([`stacks ${txid}`, `bitcoin ${txid}`]);
});

test('behavior: one that no event has reported is looked for on both', async () => {
  const waited: string[] = [];
  const other = 'cd'.repeat(32);
  expect(await waitForEither(services('stacks', waited), other, undefined, response())).toBe(receipt);
  expect(waited).toEqual([`stacks 0x${other}`, `bitcoin ${other}`]);
});
