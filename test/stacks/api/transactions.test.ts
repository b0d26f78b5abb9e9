import { makeContractCall, principalCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { testGateway } from '../../gateway/support/gateway.js';
import { HASH } from '../../gateway/support/memory-devnet.js';
import { ADDRESS, blockEvent, KEY, movement, OTHER_ADDRESS, receiptFor, transfer } from '../history/support/blocks.js';

test('behavior: the type of an argument that is a trait is trait_reference, also within others', async () => {
  const abi = {
    functions: [
      {
        name: 'swap',
        access: 'public',
        args: [
          { name: 'token', type: 'trait_reference' },
          { name: 'path', type: { list: { type: { tuple: [{ name: 'hop', type: { optional: 'trait_reference' } }] }, length: 2 } } },
        ],
        outputs: { type: { response: { ok: 'bool', error: 'none' } } },
      },
    ],
  };
  await using gateway = await testGateway({
    node: (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(abi)),
  });
  const call = await makeContractCall({
    contractAddress: OTHER_ADDRESS,
    contractName: 'desk',
    functionName: 'swap',
    functionArgs: [principalCV(`${ADDRESS}.coin`)],
    senderKey: KEY,
    fee: 200n,
    nonce: 0n,
    network: 'testnet',
  });
  const signed = { txid: `0x${call.txid()}`, rawTx: `0x${call.serialize()}` };
  gateway.devnet.emit(blockEvent(41, HASH, [receiptFor(signed)]));
  expect((await gateway.app.inject(`/extended/v1/tx/${signed.txid}`)).json()).toMatchObject({
    contract_call: {
      function_signature: '(define-public (swap (token trait_reference) (path (list 2 (tuple (hop (optional trait_reference)))))))',
      function_args: [{ name: 'token', type: 'trait_reference', repr: `'${ADDRESS}.coin` }],
    },
  });
});

test('behavior: the assets of an account list its locks among the movements', async () => {
  await using gateway = await testGateway();
  const [first, second] = [await transfer(0), await transfer(1)];
  const moves = (txid: string, index: number, amount: string) =>
    movement(txid, index, 'stx_transfer_event', { sender: ADDRESS, recipient: OTHER_ADDRESS, amount });
  const lock = movement(first.txid, 1, 'stx_lock_event', {
    locked_address: ADDRESS,
    locked_amount: '700',
    unlock_height: '900',
    contract_identifier: 'ST000000000000000000002AMW42H.pox-4',
  });
  gateway.devnet.emit(
    blockEvent(41, HASH, [
      receiptFor(first, { events: [moves(first.txid, 0, '1'), lock, moves(first.txid, 2, '2')] }),
      receiptFor(second, { events: [moves(second.txid, 0, '3')] }),
    ]),
  );
  const assets = async (address: string, query = '') =>
    (await gateway.app.inject(`/extended/v1/address/${address}/assets${query}`)).json() as Record<string, unknown>;
  expect(await assets(ADDRESS)).toMatchObject({
    total: 4,
    results: [
      { tx_id: second.txid, asset: { amount: '3' } },
      { event_index: 2, asset: { amount: '2' } },
      {
        event_index: 1,
        event_type: 'stx_lock',
        tx_id: first.txid,
        stx_lock_event: { locked_amount: '700', unlock_height: 900, locked_address: ADDRESS },
      },
      { event_index: 0, asset: { amount: '1' } },
    ],
  });
  expect(await assets(ADDRESS, '?limit=1&offset=2')).toMatchObject({ total: 4, results: [{ event_type: 'stx_lock' }] });
  expect(await assets(OTHER_ADDRESS)).toMatchObject({ total: 3 });
});

test('behavior: a page of no transactions of an account has a total, unless it begins after the last one', async () => {
  await using gateway = await testGateway();
  const sent = [await transfer(0), await transfer(1)];
  gateway.devnet.emit(
    blockEvent(
      41,
      HASH,
      sent.map((each) => receiptFor(each)),
    ),
  );
  const total = async (query: string) =>
    ((await gateway.app.inject(`/extended/v2/addresses/${ADDRESS}/transactions?${query}`)).json() as { total: number }).total;
  expect(await Promise.all(['limit=0', 'limit=0&offset=1', 'limit=0&offset=2', 'limit=1&offset=2'].map(total))).toEqual([2, 2, 0, 0]);
});
