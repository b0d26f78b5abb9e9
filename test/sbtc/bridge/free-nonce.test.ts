import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { sendWithFreeNonce } from '#dist/sbtc/bridge/free-nonce.js';

/** A node whose mempool has transactions with these nonces, and lets a higher fee replace those in `cheap`. */
function node({ nonce, pending = [], cheap = [] }: { nonce: number; pending?: number[]; cheap?: number[] }) {
  const sent: number[] = [];
  return {
    sent,
    account: async () => ({ nonce, balance: 0n, locked: 0n, unlockHeight: 0 }) as never,
    broadcast: async (bytes: Uint8Array) => {
      const used = Number(bytes[0]);
      if (pending.includes(used) && !cheap.includes(used)) throw new DevnetError('RPC', 'refused', { reason: 'ConflictingNonceInMempool' });
      sent.push(used);
      return `${used}` as never;
    },
  };
}
const sign = async (nonce: number) => ({ bytes: Uint8Array.of(nonce), txid: `0x${nonce}` });

test('default: the lowest nonce that the mempool does not use', async () => {
  const rpc = node({ nonce: 4, pending: [4, 5] });
  expect(await sendWithFreeNonce(rpc, 'ST', sign)).toEqual({ txid: '0x6', nonce: 6 });
});

test('behavior: own transactions that wait are not replaced, although the node would allow it', async () => {
  const rpc = node({ nonce: 4, pending: [4, 5, 6], cheap: [4, 6] });
  expect(await sendWithFreeNonce(rpc, 'ST', sign, new Set([4, 6]))).toEqual({ txid: '0x7', nonce: 7 });
  expect(rpc.sent).toEqual([7]);
});
