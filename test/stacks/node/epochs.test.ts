import { Cl, Pc } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call, deploy, transfer } from './transactions.js';

const COUNTER = '(define-data-var count uint u0)\n(define-public (add) (ok (var-set count (+ (var-get count) u1))))';
const CONTRACT = `${DEPLOYER.address}.counter`;

test.each([
  ['2.1', 2, 'pox-2'],
  ['2.3', 2, 'pox-2'],
  ['2.4', 2, 'pox-3'],
  ['2.5', 2, 'pox-4'],
])(
  'behavior: in epoch %s each Bitcoin block has one Stacks block with the pending transactions; a deploy is alone in it',
  async (epoch, clarityVersion, pox) => {
    await using node = await startTestNode({ epoch });
    const ask = async (path: string) => (await fetch(`${node.url}${path}`)).json() as Promise<Record<string, unknown>>;
    expect(await ask('/v2/pox')).toMatchObject({ contract_id: `ST000000000000000000002AMW42H.${pox}` });
    await expect(node.mine()).rejects.toMatchObject({ code: 'UNSUPPORTED' });

    const statuses: string[] = [];
    node.subscribe((event) => event.type === 'block' && statuses.push(...event.receipts.slice(2).map(({ status }) => status)));
    const { height: before } = node.tip();
    await deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n, clarityVersion });
    await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 1n });
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
    await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', nonce: 0n });
    await deploy(node.url, DEPLOYER, { name: 'broken', source: '(define-public (f) (ok nothing))', nonce: 2n, clarityVersion });
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 2));
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 3));
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 4));
    expect([...statuses].sort()).toEqual(['abort_by_response', 'success', 'success', 'success']);
    expect(node.tip()).toMatchObject({ height: before + 4, burnHeight: BOOT_HEIGHT + 4 });
    expect(await ask(`/v2/data_var/${DEPLOYER.address}/counter/count?proof=0`)).toEqual({ data: `0x01${'00'.repeat(15)}01` });

    await node.burnReorg(BOOT_HEIGHT + 1);
    expect(node.tip()).toMatchObject({ height: before + 1 });
    expect(await ask(`/v2/contracts/interface/${DEPLOYER.address}/counter`)).toHaveProperty('functions');
  },
);

test('behavior: epoch 4.0 mines too, also calls with conditions on stakes', async () => {
  await using node = await startTestNode({ epoch: '4.0' });
  const outcomes = new Map<string, string>();
  node.subscribe((event) => {
    if (event.type === 'block') for (const { txid, status } of event.receipts) outcomes.set(txid, status);
  });
  await deploy(node.url, DEPLOYER, { name: 'counter', source: COUNTER, nonce: 0n, clarityVersion: 4 });
  await expect.poll(async () => (await fetch(`${node.url}/v2/contracts/interface/${DEPLOYER.address}/counter`)).status).toBe(200);
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const condition = Pc.principal(DEPLOYER.address).willSendEq(0).ustxToLock();
  const txid = await call(node.url, DEPLOYER, { contract: CONTRACT, fn: 'add', postConditions: [condition], nonce: 1n });
  await expect.poll(() => outcomes.get(`0x${txid}`)).toBe('success');
  const pox = (await (await fetch(`${node.url}/v2/pox`)).json()) as Record<string, unknown>;
  expect(pox).toMatchObject({ current_epoch: 'Epoch40', contract_id: 'ST000000000000000000002AMW42H.pox-5' });
  const [first] = (pox['contract_versions'] as { first_reward_cycle_id: number }[]).slice(-1);
  const asked = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"sender":"ST000000000000000000002AMW42H","arguments":[]}',
  };
  const read = await fetch(`${node.url}/v2/contracts/call-read/ST000000000000000000002AMW42H/pox-5/get-first-pox-5-reward-cycle`, asked);
  expect(await read.json()).toEqual({ okay: true, result: `0x${Cl.serialize(Cl.uint(first?.first_reward_cycle_id ?? 0))}` });
});

test('behavior: /v2/pox names the sBTC contracts of the node that the boot contracts are from', async () => {
  const token = {
    contract: `${WALLET_1.address}.sbtc-token`,
    source: '(define-fungible-token sbtc-token)',
    epoch: 'Epoch25',
    clarityVersion: 2,
  };
  await using node = await startTestNode({ epoch: '4.0', bootContracts: [token] });
  const pox = await (await fetch(`${node.url}/v2/pox`)).json();
  expect(pox).toMatchObject({
    pox_5_sbtc_contract: token.contract,
    pox_5_sbtc_registry_contract: `${WALLET_1.address}.sbtc-registry`,
  });
});
