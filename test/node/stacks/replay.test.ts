import { makeContractDeploy } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { readReplay } from '#dist/chains/stacks/outcomes/replay.js';
import { DEPLOYER, startTestNode } from './test-node.js';

test('a block is executed again for holders of the token: new numbers of events, fees and burnt STX', async () => {
  await using node = await startTestNode({ mining: 'manual' });
  const codeBody = '(print 1)(print 2)(stx-burn? u5 tx-sender)';
  const wire = await makeContractDeploy({
    contractName: 'burns',
    codeBody,
    senderKey: DEPLOYER.key,
    fee: 5000n,
    nonce: 0,
    network: 'testnet',
    postConditionMode: 'allow',
  });
  const body = JSON.stringify({ tx: wire.serialize() });
  await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await node.mine();
  const id = node.tip().hash.slice(2);
  const ask = (path: string, authorization = '12345') => fetch(`${node.url}/v3/blocks/replay/${path}`, { headers: { authorization } });

  const block = JSON.parse(await (await ask(id)).text());
  expect(block).toMatchObject({ block_id: id, block_height: node.tip().height, fees: 5000, signer_signature: [], valid_merkle_root: true });
  expect(block.transactions[0]).toMatchObject({ txid: wire.txid(), stx_burned: 5, vm_error: null, profiler: null });
  expect(block.transactions[0].events.map((event: { event_index: number }) => event.event_index)).toEqual([0, 1, 2]);
  expect(readReplay(block)).toMatchObject([{ txid: `0x${wire.txid()}`, status: 'success' }]);
  const [first] = block.transactions;
  expect(readReplay({ transactions: [first, first] }).map(({ txIndex }) => txIndex)).toEqual([0, 1]);
  expect(JSON.parse(await (await ask(`${id}?profiler=1`)).text()).transactions[0].profiler).toEqual({
    cpu_instructions: null,
    cpu_cycles: null,
    cpu_ref_cycles: null,
  });

  expect((await ask(id, 'wrong')).status).toBe(401);
  const unknown = await ask('ab'.repeat(32));
  expect([unknown.status, await unknown.text()]).toEqual([404, `No such block ${'ab'.repeat(32)}\n`]);
});
