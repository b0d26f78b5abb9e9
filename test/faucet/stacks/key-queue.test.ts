import { expect, test } from 'vitest';
import type { StacksClient } from '#dist/chains/stacks/client/client.js';
import { DevnetError } from '#dist/error.js';
import { stxFaucetKeys } from '#dist/faucet/keys.js';
import { stxCoin } from '#dist/faucet/stacks/coin.js';
import { createKeyQueue } from '#dist/faucet/stacks/key-queue.js';
import { payAlone } from '#dist/faucet/turns.js';

const RECIPIENT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

/** A stub of a node with one account. Its mempool keeps what `broadcast` accepts. */
function stubNode() {
  const pending = new Set<string>();
  const fault: { broadcast?: (accept: () => void) => void } = {};
  let sent = 0;
  const rpc = {
    account: async () => ({ nonce: 0, balance: 1_000_000n }),
    info: async () => ({ networkId: 0x80000000 }),
    isPending: async (txId: string) => pending.has(txId),
    async broadcast() {
      const accept = () => void pending.add(`${sent++}`);
      if (fault.broadcast === undefined) accept();
      else fault.broadcast(accept);
    },
  };
  return { rpc: rpc as unknown as StacksClient, pending, fault };
}

test('behavior: a payment that arrives although the answer is lost counts as sent again', async () => {
  const { rpc, pending, fault } = stubNode();
  const [key] = await stxFaucetKeys(undefined);
  const queue = createKeyQueue({ coin: stxCoin(rpc), key: key!, rpc, turns: payAlone(), isKnown: () => false });
  const payment = await queue.send(RECIPIENT, 5n);
  if ('refused' in payment) throw new Error('the key cannot pay');
  queue.onDropped(payment.txId);
  fault.broadcast = () => {
    pending.add(payment.txId);
    throw new DevnetError('NOT_REACHABLE', 'the connection was reset');
  };
  expect(await queue.resend(payment.txId)).toBe(true);
  expect(queue.pending()).toBe(1);
});

test('error: a payment that the node refuses to take again frees its nonce', async () => {
  const { rpc, fault } = stubNode();
  const [key] = await stxFaucetKeys(undefined);
  const queue = createKeyQueue({ coin: stxCoin(rpc), key: key!, rpc, turns: payAlone(), isKnown: () => false });
  const payment = await queue.send(RECIPIENT, 5n);
  if ('refused' in payment) throw new Error('the key cannot pay');
  fault.broadcast = () => {
    throw new DevnetError('RPC', 'refused', { reason: 'BadNonce' });
  };
  expect(await queue.resend(payment.txId)).toBe(false);
  expect(queue.pending()).toBe(0);
});
