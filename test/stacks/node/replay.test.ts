import { makeContractDeploy } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { readReplay } from '#dist/stacks/protocol/outcomes/replay.js';
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

test('transactions are simulated on top of a block, and in the place of those of a block; nothing of them remains', async () => {
  await using node = await startTestNode({ mining: 'manual' });
  const deploy = (nonce: number, codeBody: string, senderKey = DEPLOYER.key) =>
    makeContractDeploy({
      contractName: `c${nonce}`,
      codeBody,
      senderKey,
      fee: 5000n,
      nonce,
      network: 'testnet',
      postConditionMode: 'allow',
    });
  await node.mine();
  const tip = node.tip();
  const post = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${node.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: '12345', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, json: response.status === 200 ? JSON.parse(text) : undefined };
  };

  const burns = await deploy(0, '(print 1)(stx-burn? u5 tx-sender)');
  const simulated = await post('/v3/transactions/simulate', { transaction_hex: burns.serialize() });
  expect(simulated.json).toMatchObject({
    txid: burns.txid(),
    tip_block_id: tip.hash.slice(2),
    block_height: tip.height + 1,
    result_hex: '0x0703',
    stx_burned: 5,
    post_condition_aborted: false,
    vm_error: null,
    execution_limit: { runtime: 5_000_000_000 },
  });
  expect(simulated.json.events).toHaveLength(2);
  const later = await deploy(1, '(print 1)');
  expect(await post('/v3/transactions/simulate', { transaction_hex: later.serialize() })).toMatchObject({
    status: 400,
    text:
      'Failed to simulate transaction: Error processing transaction: Bad nonce: ' +
      `origin account ${DEPLOYER.address} nonce of tx ${later.txid()} is 1 (expected 0)\n`,
  });
  expect(await post(`/v3/transactions/simulate?tip=${'ab'.repeat(32)}`, { transaction_hex: burns.serialize() })).toMatchObject({
    status: 404,
  });

  const id = tip.hash.slice(2);
  const path = `/v3/blocks/simulate/${id}`;
  const both = {
    mint: [{ principal: { Standard: [26, [...Buffer.alloc(20, 7)]] }, amount: 7 }],
    transactions_hex: [burns.serialize(), later.serialize()],
  };
  const block = await post(path, both);
  expect(block.json).toMatchObject({ block_id: id, fees: 10_000, valid_merkle_root: false });
  expect(block.json.transactions.map(({ txid }: { txid: string }) => txid)).toEqual([burns.txid(), later.txid()]);
  expect(block.json.transactions[0].execution_cost).toEqual(simulated.json.execution_cost);
  expect(await post(path, { mint: [], transactions_hex: [later.serialize()] })).toMatchObject({
    status: 500,
    text: expect.stringMatching(
      new RegExp(
        `^Failed to simulate block ${id}: InvalidStacksTransaction\\("Unable to process transaction ` +
          `${later.txid()}: Error processing tx 0: `,
      ),
    ),
  });

  expect(await post(path, both, { authorization: 'wrong' })).toMatchObject({ status: 401, text: 'Unauthorized' });
  expect(await post(path, '')).toMatchObject({ status: 400, text: expect.stringContaining('expected non-zero-length body') });
  expect(await post(path, both, { 'content-type': 'text/plain' })).toMatchObject({
    status: 400,
    text: expect.stringContaining('Wrong Content-Type'),
  });
  expect(await post(path, { ...both, mint: [{ principal: DEPLOYER.address, amount: 7 }] })).toMatchObject({
    status: 400,
    text: `Failed to decode: Failed to parse body: unknown variant \`${DEPLOYER.address}\`, expected \`Standard\` or \`Contract\``,
  });
  expect(await post(path, { mint: [] })).toMatchObject({ status: 400, text: expect.stringContaining('missing field `transactions_hex`') });
  expect(await post(path, { mint: [], transactions_hex: ['zz'] })).toMatchObject({
    status: 400,
    text: 'Failed to decode: Failed to parse tx',
  });
  expect(await post(`/v3/blocks/simulate/${'ab'.repeat(32)}`, both)).toMatchObject({
    status: 404,
    text: `No such block ${'ab'.repeat(32)}\n`,
  });
  expect(node.tip()).toEqual(tip);
  expect((await fetch(`${node.url}/v2/contracts/source/${DEPLOYER.address}/c0`)).status).toBe(404);
});
