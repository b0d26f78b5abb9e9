import { makeSTXTokenTransfer } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { executeAll } from '#dist/stacks/node/chain/production/execute-entries.js';
import type { ChainState } from '#dist/stacks/node/chain/state/state.js';
import type { BlockExecution } from '#dist/stacks/node/clarity/block-execution.js';
import type { PoolEntry } from '#dist/stacks/node/mempool/pool.js';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { DEPLOYER, WALLET_1, WALLET_2 } from '../../test-node.js';

const DONE = { status: 'success' } as const;

/** Executes a transfer of each sender with a VM that fails for the first one. */
async function executeWith(failure: unknown) {
  const entries = await Promise.all([DEPLOYER, DEPLOYER, WALLET_1].map((sender, at) => entryOf(sender, BigInt(at))));
  let failed = false;
  const execute = async () => {
    if (failed) return { result: DONE };
    failed = true;
    throw failure;
  };
  const state = { vm: { blocks: { execute } } } as unknown as ChainState;
  return (await executeAll(state, {} as BlockExecution, entries)).map(({ result }) => result);
}

async function entryOf({ address, key }: { address: string; key: string }, nonce: bigint): Promise<PoolEntry> {
  const signed = await makeSTXTokenTransfer({
    recipient: WALLET_2.address,
    amount: 1n,
    fee: 300n,
    nonce,
    senderKey: key,
    network: 'testnet',
  });
  const transaction = decodeTransaction(Buffer.from(signed.serialize(), 'hex'));
  return { transaction, origin: address, originNonce: nonce, sponsor: address, sponsorNonce: nonce, fee: 300n } as PoolEntry;
}

test('behavior: a defect of the VM refuses one transaction with the place of the error, and the others are executed', async () => {
  const [refused, waiting, other] = await executeWith(new TypeError('frame is undefined'));
  expect(refused).toMatchObject({
    status: 'invalid',
    reason: expect.stringMatching(
      /^the embedded Stacks node failed, which is a defect of it: TypeError: frame is undefined, at .*execute-entries/,
    ),
  });
  expect(waiting).toEqual({ status: 'postponed' });
  expect(other).toEqual(DONE);
});

test('error: a node that closes makes no block', async () => {
  await expect(executeWith(new DevnetError('NOT_READY', 'the Stacks node is closed'))).rejects.toMatchObject({ code: 'NOT_READY' });
});
