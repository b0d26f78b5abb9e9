import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { stxFaucetKeys } from '#dist/network/faucet/keys.js';
import { type PaymentTurn, type PaymentTurns, payAlone } from '#dist/network/faucet/payment-turns.js';
import type { NonceUse } from '#dist/network/faucet/stacks/broadcaster.js';
import { stxCoin } from '#dist/network/faucet/stacks/coin.js';
import { createKeyQueue } from '#dist/network/faucet/stacks/key-queue.js';
import type { StacksClient } from '#dist/stacks/protocol/client/client.js';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';

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

/** A queue whose turns have what other replicas did. */
async function shared(given: Partial<PaymentTurn<NonceUse>>[]) {
  const stub = stubNode();
  const broadcasts: string[] = [];
  const broadcast = stub.rpc.broadcast;
  stub.rpc.broadcast = async (...args) => {
    broadcasts.push(Buffer.from(args[0] as Uint8Array).toString('hex'));
    return broadcast(...args);
  };
  const none = { ofOthers: [], unsent: undefined };
  const record = async () => undefined;
  const turns: PaymentTurns<NonceUse> = {
    run: (task) => task({ ...none, ...given.shift(), signed: record, sent: record, refused: record }),
  };
  const [key] = await stxFaucetKeys(undefined);
  const parts = { coin: stxCoin(stub.rpc), key: key!, rpc: stub.rpc, isKnown: () => false };
  return { ...stub, broadcasts, key: key!, queue: createKeyQueue({ ...parts, turns }) };
}
const signed = (txid: string, nonce: number, bytes = 'ab') => ({ signed: { txid, nonce, cost: '7', bytes } });

test('behavior: the first turn sends the pending payments of others again, later ones do not', async () => {
  const { queue, broadcasts } = await shared([
    { ofOthers: [signed('0x01', 0, 'a1'), signed('0x02', 1, 'a2'), { refused: '0x02' }] },
    { ofOthers: [signed('0x03', 2, 'a3')] },
  ]);
  await queue.send(RECIPIENT, 5n);
  expect(broadcasts[0]).toBe('a1');
  expect(broadcasts).toHaveLength(2);
  expect(queue.payments()).toHaveLength(3);
  await queue.send(RECIPIENT, 5n);
  expect(broadcasts).toHaveLength(3);
  expect(broadcasts).not.toContain('a3');
  expect([queue.hasSigned('0x03'), queue.hasSigned('0x04'), queue.pending()]).toEqual([true, false, 4]);
});

test('behavior: a payment that another replica may not have sent is sent', async () => {
  const unsent = signed('0x01', 0, 'a1').signed;
  const { queue, broadcasts } = await shared([{}, { ofOthers: [{ signed: unsent }], unsent }]);
  await queue.send(RECIPIENT, 5n);
  expect(broadcasts).toHaveLength(1);
  await queue.send(RECIPIENT, 5n);
  expect(broadcasts).toContain('a1');
});

test('behavior: after a restore, the payments of this key in the mempool use their nonces, and those of others do not', async () => {
  const { queue, broadcasts, key } = await shared([]);
  await queue.send(RECIPIENT, 5n);
  const own = decodeTransaction(Buffer.from(broadcasts[0] ?? '', 'hex'));
  expect(own.addresses.origin).toBe(key.address);
  const next = await shared([]);
  const foreign = { ...own, txid: 'ff'.repeat(32), addresses: { origin: RECIPIENT, payer: RECIPIENT } };
  next.queue.onRewind(() => true, [own, foreign]);
  expect([next.queue.payments(), next.queue.pending()]).toEqual([[`0x${own.txid}`], 1]);
  next.queue.onConfirmed(`0x${own.txid}`);
  expect(next.queue.pending()).toBe(0);
});

test('behavior: payments of another replica that blocks have already do not wait for one', async () => {
  const { queue, rpc, broadcasts } = await shared([{}, { ofOthers: [signed('0x01', 1, 'a1')] }]);
  await queue.send(RECIPIENT, 5n);
  expect(queue.pending()).toBe(1);
  const { account } = rpc;
  rpc.account = async (address) => ({ ...(await account(address)), nonce: 2 });
  await queue.send(RECIPIENT, 5n);
  const last = decodeTransaction(Buffer.from(broadcasts.at(-1) ?? '', 'hex'));
  expect([last.origin.nonce, queue.pending()]).toEqual([2n, 1]);
});

test('behavior: the first turn sends also a single payment of others again', async () => {
  const { queue, broadcasts } = await shared([{ ofOthers: [signed('0x01', 0, 'a1')] }]);
  await queue.send(RECIPIENT, 5n);
  expect(broadcasts[0]).toBe('a1');
});

test('behavior: the account is read again only after payments of others', async () => {
  const { queue, rpc } = await shared([{}, {}, { ofOthers: [signed('0x01', 2)] }]);
  const { account } = rpc;
  let reads = 0;
  rpc.account = (address) => {
    reads++;
    return account(address);
  };
  const after: number[] = [];
  for (let payment = 0; payment < 3; payment++) {
    await queue.send(RECIPIENT, 5n);
    after.push(reads);
  }
  expect(after).toEqual([1, 1, 2]);
});
