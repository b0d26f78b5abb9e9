import { makeSTXTokenTransfer } from '@stacks/transactions';
import { beforeAll, expect, test } from 'vitest';
import type { StacksClient } from '#dist/chains/stacks/client/client.js';
import type { EngineEvent } from '#dist/engines/engine-event.js';
import { createStacksChain } from '#dist/engines/follow/stacks-chain.js';
import { followStacksMempool } from '#dist/engines/follow/stacks-mempool.js';
import { DevnetError } from '#dist/error.js';

type Signed = { txid: string; rawTx: string; bytes: Uint8Array };

const isMined = (): boolean => false;
let first: Signed;
let second: Signed;
beforeAll(async () => {
  const sign = async (nonce: number): Promise<Signed> => {
    const transaction = await makeSTXTokenTransfer({
      recipient: 'ST000000000000000000002AMW42H',
      amount: 1n,
      senderKey: `${'1'.repeat(64)}01`,
      fee: 300n,
      nonce,
      network: 'testnet',
    });
    return { txid: `0x${transaction.txid()}`, rawTx: `0x${transaction.serialize()}`, bytes: transaction.serializeBytes() };
  };
  [first, second] = await Promise.all([sign(0), sign(1)]);
});

/** A stub of a node with these pending transactions and this next nonce. */
function stubNode(pending: () => Signed[], nonce: () => number) {
  const events: EngineEvent[] = [];
  const stacks = {
    request: async () => ({ status: 200, bytes: Buffer.concat(pending().map(({ bytes }) => bytes)) }),
    account: async () => ({ nonce: nonce() }),
    isPending: async (txid: string) => pending().some((transaction) => transaction.txid === txid),
  };
  const chain = createStacksChain((event) => events.push(event));
  return { events, mempool: followStacksMempool(stacks as unknown as StacksClient, chain) };
}

test('default: reports each pending transaction once', async () => {
  const { events, mempool } = stubNode(
    () => [first, second],
    () => 0,
  );
  await mempool.poll(isMined);
  await mempool.poll(isMined);
  expect(events).toEqual([
    { type: 'stacks.tx', txid: first.txid, rawTx: first.rawTx },
    { type: 'stacks.tx', txid: second.txid, rawTx: second.rawTx },
  ]);
});

test('behavior: the first poll skips transactions with a used nonce', async () => {
  const { events, mempool } = stubNode(
    () => [first, second],
    () => 1,
  );
  await mempool.poll(isMined);
  expect(events).toEqual([{ type: 'stacks.tx', txid: second.txid, rawTx: second.rawTx }]);
});

test('behavior: a poll that fails half way does not report transactions twice', async () => {
  let requests = 0;
  const { events, mempool } = stubNode(
    () => [first, second],
    () => {
      if (++requests === 2) throw new DevnetError('TIMEOUT', 'the node is busy');
      return 0;
    },
  );
  await expect(mempool.poll(isMined)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await mempool.poll(isMined);
  expect(events.map((event) => 'txid' in event && event.txid)).toEqual([first.txid, second.txid]);
});
