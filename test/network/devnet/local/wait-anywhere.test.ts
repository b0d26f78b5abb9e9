import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { type ChainWaits, waitAnywhere } from '#dist/network/devnet/local/wait-anywhere.js';

const txid = 'ab'.repeat(32);
const receipt = { txid };

/** A network whose events reported the transaction on one chain. */
function known(chain: 'bitcoin' | 'stacks', waited: string[]): ChainWaits {
  const waitOn = (name: string) => ({
    waitForTx: async (id: string) => {
      waited.push(`${name} ${id}`);
      return receipt;
    },
  });
  return waits({ chainOf: (id) => (id === txid ? chain : undefined), bitcoin: waitOn('bitcoin'), stacks: waitOn('stacks') });
}

function waits(parts: { chainOf?: ChainWaits['chainOf']; bitcoin: object; stacks: object }): ChainWaits {
  return { chainOf: () => undefined, ...parts } as unknown as ChainWaits;
}

test('default: a transaction that events have reported is looked for on its own chain only', async () => {
  const waited: string[] = [];
  expect(await waitAnywhere(known('stacks', waited), `0x${txid.toUpperCase()}`, {})).toBe(receipt);
  expect(await waitAnywhere(known('bitcoin', waited), txid, {})).toBe(receipt);
  expect(waited).toEqual([`stacks ${txid}`, `bitcoin ${txid}`]);
});

test('behavior: the wait of the other chain ends with an answer, with a failure and with the signal', async () => {
  const ended: string[] = [];
  const forever = (name: string) => ({
    waitForTx: (_id: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended.push(name);
          reject(new DevnetError('ABORTED', 'aborted'));
        }),
      ),
  });
  const bitcoin = forever('bitcoin');
  expect(await waitAnywhere(waits({ bitcoin, stacks: { waitForTx: async () => receipt } }), txid, {})).toBe(receipt);
  expect(ended).toEqual(['bitcoin']);
  const dropped = { waitForTx: () => Promise.reject(new DevnetError('DROPPED', 'dropped')) };
  await expect(waitAnywhere(waits({ bitcoin, stacks: dropped }), txid, {})).rejects.toMatchObject({ code: 'DROPPED' });
  expect(ended).toEqual(['bitcoin', 'bitcoin']);
  const gone = new AbortController();
  const aborted = waitAnywhere(waits({ bitcoin, stacks: forever('stacks') }), txid, { signal: gone.signal });
  gone.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  expect(ended.slice(2).sort()).toEqual(['bitcoin', 'stacks']);
});

test('error: at the deadline the error is that of the chain that has seen it', async () => {
  const late = (lastSeen: string) => ({ waitForTx: () => Promise.reject(new DevnetError('TIMEOUT', `late: ${lastSeen}`, { lastSeen })) });
  const seen = waits({ bitcoin: late('never seen'), stacks: late('in the mempool') });
  await expect(waitAnywhere(seen, txid, { timeoutMs: 5 })).rejects.toThrow('late: in the mempool');
});

test('behavior: one that no event has reported is looked for on both', async () => {
  const waited: string[] = [];
  const other = 'cd'.repeat(32);
  expect(await waitAnywhere(known('stacks', waited), other, {})).toBe(receipt);
  expect(waited).toEqual([`stacks 0x${other}`, `bitcoin ${other}`]);
});

test('error: confirmations without a chain', async () => {
  await expect(waitAnywhere(known('stacks', []), txid, { confirmations: 2 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'chain',
  });
});
