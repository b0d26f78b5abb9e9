import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createSender, type SenderParts } from '#dist/network/devnet/contract/sender.js';
import { signTransfer } from '#dist/stacks/protocol/signing/transfer.js';
import { account, balanceOf, bootDevnet } from '../../../devnet.js';

const COUNTER = '(define-data-var count uint u0) (define-public (add) (ok (var-set count (+ (var-get count) u1))))';

async function counterNetwork() {
  const devnet = await bootDevnet({ gateway: true });
  await devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer', timeoutMs: 60_000 });
  const counter = devnet.contract('counter');
  return { devnet, counter, count: () => counter.variable('count'), [Symbol.asyncDispose]: devnet.close };
}

describe('nonces', () => {
  test.each([
    ['behind', 0],
    ['before', 2],
  ])('behavior: a call takes a nonce %s that of a pending transaction of stacks.js', async (_, nonce) => {
    await using network = await counterNetwork();
    const { devnet, counter, count } = network;
    const { privateKey: senderKey } = account(devnet, 'wallet_1');
    await devnet.setMining({ stacks: 'manual' });
    // With a lower fee than that of the call, which must not replace it.
    const transfer = { recipient: account(devnet, 'wallet_2').stx.address, amount: 1n, nonce, fee: 200, senderKey };
    const transaction = await makeSTXTokenTransfer({ ...transfer, network: devnet.network });
    const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
    const options = { as: 'wallet_1', wait: false } as const;
    const txids = [await counter.call('add', [], options), await counter.call('add', [], options)];
    await devnet.setMining({ stacks: 'auto' });
    for (const sent of [txid, ...txids]) {
      expect(await devnet.stacks.waitForTx(sent, { timeoutMs: 60_000 })).toMatchObject({ status: 'success' });
    }
    expect(await count()).toBe(2n);
    expect((await balanceOf(devnet, 'wallet_1')).nonce).toBe(3);
  });

  test('behavior: calls beyond what the node accepts wait for a block', async () => {
    await using network = await counterNetwork();
    const { devnet, counter, count } = network;
    await devnet.setMining({ stacks: 'manual' });
    const options = { as: 'wallet_1', timeoutMs: 60_000 };
    const aborting = new AbortController();
    const calls = Array.from({ length: 40 }, () => counter.call('add', [], options));
    const aborted = counter.call('add', [], { ...options, signal: aborting.signal });
    aborting.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    const late = counter.call('add', [], { ...options, timeoutMs: 0 });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', lastSeen: 'earlier transactions of the account are being sent' });
    await devnet.setMining({ stacks: 'auto' });
    await Promise.all(calls);
    expect(await count()).toBe(40n);
  });

  test('behavior: after a restore, the nonces of before', async () => {
    await using network = await counterNetwork();
    const { devnet, counter, count } = network;
    await devnet.setMining({ stacks: 'manual' });
    const id = await devnet.snapshot();
    await counter.call('add', [], { as: 'wallet_1', wait: false });
    await devnet.restore(id);
    await devnet.setMining({ stacks: 'auto' });
    expect(await counter.call('add', [], { as: 'wallet_1', timeoutMs: 60_000 })).toMatchObject({ status: 'success' });
    expect(await count()).toBe(1n);
    expect((await balanceOf(devnet, 'wallet_1')).nonce).toBe(1);
  });
});

describe('a node that answers', () => {
  const signer = { privateKey: '11'.repeat(32), address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' };
  const order = {
    what: 'a transfer',
    signer,
    fee: undefined,
    sign: (signing: Parameters<typeof signTransfer>[0]) => signTransfer({ ...signing, recipient: signer.address, amount: 1n, memo: '' }),
  };
  const refusal = (reason: string) => new DevnetError('RPC', `Stacks /v2/transactions: ${reason}`, { reason, rpcCode: 400 });
  /** A sender of a node that answers broadcasts with these errors, one after another, and then accepts. */
  function senderOf(answers: Error[], rpc: Partial<SenderParts['rpc']> = {}) {
    const sent: Uint8Array[] = [];
    const parts: SenderParts = {
      rpc: {
        account: async () => ({ nonce: 4, balance: 0n, locked: 0n, unlockHeight: 0 }),
        info: async () => ({ ...{ burnHeight: 1, height: 1, tip: '', tipConsensusHash: '' }, networkId: 0x80000000, parentNetworkId: 1 }),
        isPending: async () => false,
        async broadcast(bytes) {
          sent.push(bytes);
          const error = answers.length > 1 ? answers.shift() : answers[0];
          if (error !== undefined) throw error;
          return '';
        },
        ...rpc,
      },
      pendingNonces: async () => new Set(),
      waitMs: () => 60_000,
      closed: new AbortController().signal,
    };
    const sender = createSender(parts);
    return { sent, send: (options: object = {}) => sender.send({ ...order, ...options } as never) };
  }
  /** SIP-005: the fee is behind the nonce of the first signer. */
  const feeOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).readBigUInt64BE(35);
  const nonceOf = (bytes: Uint8Array) => Number(Buffer.from(bytes).readBigUInt64BE(27));

  test('default: the same fee for all, unless given', async () => {
    const { sent, send } = senderOf([]);
    expect(await send()).toMatch(/^0x[0-9a-f]{64}$/);
    await send({ fee: 200n });
    expect(sent.map(feeOf)).toEqual([3_000n, 200n]);
    expect(sent.map(nonceOf)).toEqual([4, 4]);
  });

  test('behavior: nonces that others use are passed over', async () => {
    const conflict = refusal('ConflictingNonceInMempool');
    const { sent, send } = senderOf([conflict, conflict, undefined as never]);
    await send();
    expect(sent.map(nonceOf)).toEqual([4, 5, 6]);
  });

  test('behavior: what the node dropped frees its nonce, and what is pending does not', async () => {
    const dropped = new Set<string>();
    const { sent, send } = senderOf([], { isPending: async (txid) => !dropped.has(txid) });
    const txids = [await send(), await send(), await send({ fee: 1n })];
    expect(sent.map(nonceOf)).toEqual([4, 5, 6]);
    for (const txid of txids.slice(0, 2)) dropped.add(txid);
    for (let times = 0; times < 3; times++) await send({ fee: 7_000n });
    expect(sent.map(nonceOf)).toEqual([4, 5, 6, 4, 5, 7]);
  });

  test('behavior: an answer that is lost', async () => {
    const lost = new DevnetError('NOT_REACHABLE', 'no answer');
    expect(await senderOf([lost], { isPending: async () => true }).send()).toMatch(/^0x/);
    await expect(senderOf([lost]).send()).rejects.toBe(lost);
  });

  test('error: a mempool that stays full', async () => {
    const { send } = senderOf([refusal('TooMuchChaining')]);
    const lastSeen = `the node accepts no more transactions of ${signer.address} before a block (TooMuchChaining)`;
    await expect(send({ timeoutMs: 300 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      lastSeen,
      message: `gave up waiting for the node to accept a transfer after 300 ms (timeoutMs); last seen: ${lastSeen}`,
    });
  });

  test('error: a refusal has the reason of the node, and what to do', async () => {
    await expect(senderOf([refusal('NotEnoughFunds')]).send()).rejects.toMatchObject({
      code: 'REJECTED',
      reason: 'NotEnoughFunds',
      message: expect.stringMatching(
        /^the node rejected a transfer: NotEnoughFunds\. The sender ST\w+ has \d+ micro-STX, and needs at least 3000 for the fee\. Pay it with devnet/,
      ),
    });
  });

  test('error: mainnet', async () => {
    const info = async () => ({ ...{ burnHeight: 1, height: 1, tip: '', tipConsensusHash: '' }, networkId: 1, parentNetworkId: 1 });
    const { sent, send } = senderOf([], { info });
    await expect(send()).rejects.toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining('mainnet') });
    expect(sent).toEqual([]);
  });

  test.each([1, -1n, 2n ** 64n, '5'])('error: a fee of %s', async (fee) => {
    await expect(senderOf([]).send({ fee })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'fee' });
  });
});
