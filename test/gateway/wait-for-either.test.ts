import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { DevnetError } from '#dist/error.js';
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

test('behavior: the wait of the other chain ends with an answer, with a failure and when the client goes', async () => {
  const ended: string[] = [];
  const closing = new AbortController();
  const forever = (name: string) => ({
    waitForTx: (_id: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended.push(name);
          reject(new DevnetError('ABORTED', 'aborted'));
        }),
      ),
  });
  const waits = (stacks: object): Services => ({
    devnet: { chainOf: () => undefined, bitcoin: forever('bitcoin'), stacks } as unknown as Services['devnet'],
    closing: closing.signal,
  });
  expect(await waitForEither(waits({ waitForTx: async () => receipt }), txid, undefined, response())).toBe(receipt);
  expect(ended).toEqual(['bitcoin']);
  const dropped = { waitForTx: () => Promise.reject(new DevnetError('DROPPED', 'dropped')) };
  await expect(waitForEither(waits(dropped), txid, undefined, response())).rejects.toMatchObject({ code: 'DROPPED' });
  expect(ended).toEqual(['bitcoin', 'bitcoin']);
  const aborted = waitForEither(waits(forever('stacks')), txid, undefined, response());
  closing.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  expect(ended.slice(2).sort()).toEqual(['bitcoin', 'stacks']);
});

test('error: at the deadline the error is that of the chain that has seen it', async () => {
  const late = (lastSeen: string) => ({ waitForTx: () => Promise.reject(new DevnetError('TIMEOUT', `late: ${lastSeen}`, { lastSeen })) });
  const devnet = { chainOf: () => undefined, bitcoin: late('never seen'), stacks: late('in the mempool') };
  const services = { devnet: devnet as unknown as Services['devnet'], closing: new AbortController().signal };
  await expect(waitForEither(services, txid, 5, response())).rejects.toThrow('late: in the mempool');
});

test('behavior: one that no event has reported is looked for on both', async () => {
  const waited: string[] = [];
  const other = 'cd'.repeat(32);
  expect(await waitForEither(services('stacks', waited), other, undefined, response())).toBe(receipt);
  expect(waited).toEqual([`stacks 0x${other}`, `bitcoin ${other}`]);
});
