import { expect, test } from 'vitest';
import { testGateway } from '../../gateway/support/gateway.js';
import { HASH } from '../../gateway/support/memory-devnet.js';
import { ADDRESS, blockEvent, deploy, receiptFor } from '../history/support/blocks.js';

const INTERFACE = { functions: [], variables: [{ name: 'a', type: 'uint128', access: 'variable' }] };

test('behavior: a deploy that failed after its analysis has its interface, one that failed in it has none', async () => {
  await using gateway = await testGateway();
  const get = async (path: string) => (await gateway.app.inject(path)).json();
  // The gateway keeps events from the first question on.
  await get('/extended');
  const [ran, refused] = [await deploy(0), await deploy(1)];
  const failed = { status: 'abort_by_response' } as const;
  const receipts = [receiptFor(ran, { ...failed, contractInterface: INTERFACE }), receiptFor(refused, failed)];
  gateway.devnet.emit(blockEvent(41, HASH, receipts));
  expect(JSON.parse((await get(`/extended/v1/contract/${ADDRESS}.c0`)).abi)).toEqual(INTERFACE);
  expect((await get(`/extended/v1/contract/${ADDRESS}.c1`)).abi).toBeNull();
  // A later attempt that has no interface does not hide the one that has.
  const again = { ...(await deploy(0)), txid: `0x${'77'.repeat(32)}` };
  const { hash } = blockEvent(41, HASH, receipts);
  gateway.devnet.emit(blockEvent(42, hash, [receiptFor(again, failed)]));
  expect(await get(`/extended/v1/contract/${ADDRESS}.c0`)).toMatchObject({ tx_id: ran.txid, block_height: 41 });
});
