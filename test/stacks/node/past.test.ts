import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const COUNTER = `
  (define-data-var count uint u0)
  (define-map counts uint uint)
  (define-public (add) (let ((n (+ (var-get count) u1))) (map-set counts n n) (ok (var-set count n))))
  (define-read-only (get-count) (var-get count))`;
const BOOT = 'ST000000000000000000002AMW42H';

test('default: tip= of an older block returns the state of that block', async () => {
  await using node = await startTestNode({ mining: 'manual' });
  const tips = [node.tip()];
  const step = async (act: () => Promise<unknown>) => {
    await act();
    tips.push(await node.mine());
  };
  const contract = `${DEPLOYER.address}.counter`;
  await step(() => deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n }));
  await step(() => call(node.url, WALLET_1, { contract, fn: 'add', nonce: 0n }));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  await step(() => call(node.url, WALLET_1, { contract, fn: 'add', nonce: 1n }));
  let sent = '';
  await step(async () => {
    sent = await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 5n, fee: 200n, nonce: 1n });
  });

  const ask = async (path: string, block: number, body?: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${node.url}${path}?proof=0&tip=${tips[block]?.hash.slice(2)}`, body === undefined ? {} : init);
    const text = await response.text();
    return response.status === 200 ? (JSON.parse(text) as Record<string, unknown>) : { status: response.status, text };
  };
  const path = `${DEPLOYER.address}/counter`;
  const uint = (value: number) => `0x${Cl.serialize(Cl.uint(value))}`;
  const count = (block: number) => ask(`/v2/data_var/${path}/count`, block);
  expect(await count(4)).toEqual({ data: uint(2) });
  expect(await count(2)).toEqual({ data: uint(1) });
  expect(await count(3)).toEqual({ data: uint(2) });
  expect(await count(1)).toEqual({ data: uint(0) });
  expect(await count(0)).toEqual({ status: 404, text: 'Data var not found' });
  const read = { sender: WALLET_1.address, arguments: [] };
  expect(await ask(`/v2/contracts/call-read/${path}/get-count`, 2, read)).toEqual({ okay: true, result: uint(1) });
  expect(await ask(`/v2/map_entry/${path}/counts`, 2, uint(2))).toEqual({ data: '0x09' });
  expect(await ask(`/v2/contracts/interface/${path}`, 0)).toMatchObject({ status: 404 });
  expect(await ask(`/v2/contracts/interface/${path}`, 1)).toHaveProperty('functions');
  expect(await ask(`/v2/contracts/source/${path}`, 1)).toMatchObject({ source: COUNTER });
  expect(await ask(`/v2/pox`, 1)).toMatchObject({ contract_id: `${BOOT}.pox-4` });
  const nonces = [0, 1, 2, 3, 4].map(async (block) => (await ask(`/v2/accounts/${DEPLOYER.address}`, block))['nonce']);
  expect(await Promise.all(nonces)).toEqual([0, 1, 1, 1, 2]);
  expect(await ask(`/v3/transaction/${sent}`, 4)).toMatchObject({ block_height: tips[4]?.height, is_canonical: true });
  expect(await ask(`/v3/transaction/${sent}`, 3)).toMatchObject({ block_height: null, is_canonical: false });
  const balances = [1, 4].map(async (block) => BigInt(String((await ask(`/v2/accounts/${DEPLOYER.address}`, block))['balance'])));
  const [before = 0n, after = 0n] = await Promise.all(balances);
  expect(before - after).toBe(205n);

  // the chain continues meanwhile, and blocks that a reorganisation removed are unknown
  await node.burnReorg(BOOT_HEIGHT);
  expect(await count(4)).toEqual({ status: 404, text: 'Chain tip not found' });
  expect(await count(1)).toEqual({ data: uint(0) });
});
