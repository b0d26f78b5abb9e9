import { broadcastTransaction, makeContractDeploy } from '@stacks/transactions';
import { expect } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { account } from '../devnet.js';

const ITEMS = Array.from({ length: 110 }, (_, i) => `u${i}`).join(' ');
/** Its function reads a variable 110 times, which is more than a node allows by default. */
const READER = `
  (define-data-var n uint u1)
  (define-private (step (item uint) (sum uint)) (+ sum (var-get n)))
  (define-read-only (often) (fold step (list ${ITEMS}) u0))
  (define-public (write) (ok (var-set n u2)))`;

/** What a network answers to reads under its limits: with the defaults, and with higher ones. */
export async function readsAreLimited(start: (options: DevnetOptions) => Promise<Devnet>): Promise<void> {
  await using strict = await start({});
  const ask = await deployReader(strict);
  const refused = await ask('often');
  expect(refused).toMatchObject({ okay: false, cause: expect.stringMatching(/^RuntimeCheck\(CostBalanceExceeded\(ExecutionCost \{/) });
  expect(refused.cause).toContain(
    ', ExecutionCost { write_length: 0, write_count: 0, read_length: 200000, read_count: 100, runtime: 1000000000 }))',
  );

  await using generous = await start({ readOnly: { readCount: 200, runtime: 2_000_000_000, writeCount: 10, writeLength: 1_000 } });
  const askMore = await deployReader(generous);
  expect(await askMore('often')).toEqual({ okay: true, result: `0x01${'00'.repeat(15)}6e` });
  expect(await askMore('write')).toEqual({ okay: false, cause: 'NotReadOnly' });
}

async function deployReader(devnet: Devnet): Promise<(fn: string) => Promise<{ okay: boolean; cause?: string }>> {
  const { stx, privateKey: senderKey } = account(devnet, 'wallet_2');
  const { network } = devnet;
  const transaction = await makeContractDeploy({ contractName: 'reader', codeBody: READER, senderKey, network, fee: 10_000n });
  const { status } = await devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network })).txid);
  expect(status).toBe('success');
  return async (fn) => {
    const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${stx.address}/reader/${fn}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sender: stx.address, arguments: [] }),
    });
    return (await answer.json()) as { okay: boolean; cause?: string };
  };
}
