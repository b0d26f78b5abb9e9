import { describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { balanceOf, bootDevnet, stacksGet } from '../../devnet.js';
import {
  COUNTER,
  DEPLOYER,
  planText,
  type SampleOptions,
  sampleProject,
  WALLET_1,
  WALLET_1_BTC,
  WALLET_2,
  WALLET_2_BTC,
} from './sample.js';

const call = (parameter: string, { contract = `${DEPLOYER}.counter`, method = 'add' } = {}) =>
  `- contract-call:\n    contract-id: ${contract}\n    expected-sender: ${WALLET_1}\n    method: ${method}\n` +
  `    parameters: [${JSON.stringify(parameter)}]`;
const publish = (name: string, sender = DEPLOYER) =>
  `- contract-publish:\n    contract-name: ${name}\n    expected-sender: ${sender}\n    path: contracts/${name}.clar\n` +
  '    clarity-version: 3';
const DEFAULT = 'deployments/default.devnet-plan.yaml';

async function boot(sample: SampleOptions, options: Parameters<typeof bootDevnet>[0] = {}): Promise<Devnet> {
  await using project = await sampleProject(sample);
  const plan = options.plan === undefined ? {} : { plan: `${project.root}/${options.plan}` };
  return await bootDevnet({ ...options, project: project.root, ...plan });
}

async function count(devnet: Devnet, contract = `${DEPLOYER}.counter`): Promise<unknown> {
  const url = `${devnet.urls.stacks}/v2/contracts/call-read/${contract.replace('.', '/')}/get-count`;
  const body = JSON.stringify({ sender: DEPLOYER, arguments: [] });
  const { result } = (await (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()) as {
    result: string;
  };
  return BigInt(`0x${result.slice(4)}`);
}

const reject = (sample: SampleOptions, options?: Parameters<typeof bootDevnet>[0]) =>
  boot(sample, options).then(
    async (devnet) => {
      await devnet.close();
      return 'no error';
    },
    (error: Error) => error.message,
  );

test('default: a plan that only deploys the project makes no transaction', async () => {
  await using devnet = await boot({ files: { [DEFAULT]: planText(publish('counter')) } });
  expect(await count(devnet)).toBe(0n);
  expect(await balanceOf(devnet, 'deployer')).toMatchObject({ nonce: 0 });
});

test("behavior: the project's own plan is followed if it does more: calls, transfers, further contracts", async () => {
  const plan = planText(
    [
      publish('counter'),
      publish('extra', WALLET_2),
      call('u5'),
      `- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: ${WALLET_2}\n    mstx-amount: 1234\n    memo: "0xff00"\n` +
        '    cost: 500',
      `- btc-transfer:\n    expected-sender: ${WALLET_1_BTC}\n    recipient: ${WALLET_2_BTC}\n    sats-amount: 100000\n` +
        '    sats-per-byte: 2',
      call('u7'),
    ].join('\n'),
  );
  const steps: string[] = [];
  await using devnet = await boot(
    { files: { [DEFAULT]: plan, 'contracts/extra.clar': COUNTER } },
    { onProgress: (step) => steps.push(step) },
  );
  expect(steps).toContain(`following ${DEFAULT}`);
  expect(await count(devnet)).toBe(12n);
  expect(await count(devnet, `${WALLET_2}.extra`)).toBe(0n);
  const [first, second] = await Promise.all(['wallet_1', 'wallet_2'].map((name) => balanceOf(devnet, name)));
  expect(first).toMatchObject({ nonce: 3 });
  expect(second).toMatchObject({ nonce: 1, btc: 1_000_100_000n });
  expect(first?.btc).toBeLessThan(999_900_000n);
  expect(await balanceOf(devnet, 'deployer')).toMatchObject({ nonce: 0 });
});

test('behavior: the history has the transactions of the plan', async () => {
  await using devnet = await boot({ files: { 'other.yaml': planText(call('u5')) } }, { plan: 'other.yaml', gateway: true });
  const answer = await fetch(`${devnet.urls.gateway}/extended/v1/address/${WALLET_1}/transactions`);
  const { results } = (await answer.json()) as { results: unknown[] };
  expect(results[0]).toMatchObject({ tx_type: 'contract_call', tx_status: 'success', nonce: 0, sender_address: WALLET_1 });
});

test('behavior: a network whose mining is manual follows its plan, too', async () => {
  const mining = { bitcoin: 'manual', stacks: 'manual' } as const;
  await using devnet = await boot({ files: { [DEFAULT]: planText(`${call('u5')}\n${call('u6')}`) } }, { mining });
  expect(await count(devnet)).toBe(11n);
});

test('behavior: a simnet plan works, too', async () => {
  const plan = planText(
    `- emulated-contract-call:\n    contract-id: ${DEPLOYER}.counter\n    emulated-sender: ${WALLET_1}\n    method: add\n` +
      '    parameters: ["u3"]',
    {
      network: 'simnet',
    },
  );
  await using devnet = await boot({ files: { 'simnet.yaml': plan } }, { plan: 'simnet.yaml' });
  expect(await count(devnet)).toBe(3n);
});

test('behavior: a snapshot of the ready network contains what the plan did', async () => {
  await using devnet = await boot({ files: { [DEFAULT]: planText(call('u5')) } });
  const id = await devnet.snapshot();
  await devnet.faucet.stx(WALLET_2);
  await devnet.restore(id);
  expect(await count(devnet)).toBe(5n);
});

describe('stacking orders', () => {
  const order = (changes: string) =>
    '[[devnet.pox_stacking_orders]]\nstart_at_cycle = 1\nduration = 10\nwallet = "wallet_1"\nslots = 2\n' +
    `btc_address = "${WALLET_1_BTC}"\n${changes}`;
  const locked = async (devnet: Devnet) => (await stacksGet(devnet, `/v2/accounts/${WALLET_1}?proof=0`))['locked'];

  test('behavior: an order is carried out before the network is ready', async () => {
    await using devnet = await boot({ settings: order('auto_extend = true') }, { epoch: '3.4' });
    const { min_amount_ustx: least } = await stacksGet(devnet, '/v2/pox');
    expect(BigInt(String(await locked(devnet)))).toBe(BigInt(String(least)) * 2n);
  });

  test('behavior: an order of a later cycle is carried out in the cycle before', async () => {
    await using devnet = await boot({ settings: order('').replace('start_at_cycle = 1', 'start_at_cycle = 9') }, { epoch: '3.4' });
    expect(BigInt(String(await locked(devnet)))).toBe(0n);
    await devnet.mineUntil({ cycle: 8 });
    await devnet.bitcoin.mine(2);
    await expect.poll(() => locked(devnet)).not.toBe(`0x${'0'.repeat(32)}`);
  });

  test('behavior: an order is extended in its last cycle', async () => {
    await using devnet = await boot({ settings: order('auto_extend = true').replace('duration = 10', 'duration = 1') }, { epoch: '3.4' });
    const unlock = async () => Number((await stacksGet(devnet, `/v2/accounts/${WALLET_1}?proof=0`))['unlock_height']);
    const first = await unlock();
    await devnet.mineUntil({ cycle: 8 });
    await devnet.bitcoin.mine(2);
    await expect.poll(unlock).toBeGreaterThan(first);
  });

  test('behavior: one notice in an epoch that has no orders', async () => {
    const steps: string[] = [];
    await using devnet = await boot({ settings: `${order('')}\n${order('')}` }, { onProgress: (step) => steps.push(step) });
    expect(BigInt(String(await locked(devnet)))).toBe(0n);
    expect(steps.filter((step) => step.includes('stacking'))).toEqual([
      'settings/Devnet.toml: pox_stacking_orders work in epochs 2.5 to 3.4, so they are skipped in epoch 4.0: ' +
        'pox-5 takes no Bitcoin address. Pass --epoch 3.4 to carry them out.',
    ]);
  });

  test('behavior: an order that the account cannot pay is skipped with a warning', async () => {
    const warnings: string[] = [];
    const settings = order('').replace('slots = 2', 'slots = 2000000');
    await using devnet = await boot({ settings }, { epoch: '3.4', onWarning: (message) => warnings.push(message) });
    expect(BigInt(String(await locked(devnet)))).toBe(0n);
    expect(warnings).toEqual([
      expect.stringMatching(/the stacking order of wallet_1 from cycle 1: 2000000 slots need \d+ micro-STX, the account has \d+/),
    ]);
  });

  test('error: an address of mainnet', async () => {
    const settings = order('').replace(WALLET_1_BTC, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
    await expect(boot({ settings }, { epoch: '3.4' })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[DevnetError: settings/Devnet.toml: the stacking order of wallet_1 from cycle 1: btc_address: expected a Bitcoin regtest address (m…, n…, 2… or bcrt1…), received "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2". This looks like a mainnet address.]`,
    );
  });
});

test('error: golden messages, and nothing is left running', async () => {
  const at = (transactions: string, files = {}) => reject({ files: { [DEFAULT]: planText(transactions), ...files } });
  expect({
    'a call that answers with an error': await at(call('u0')),
    'a call with a wrong type': await at(call('true')),
    'a call of an unknown function': await at(call('u1', { method: 'subtract' })),
    'a call of an unknown contract': await at(call('u1', { contract: `${DEPLOYER}.missing` })),
    'a contract that does not compile': await at(publish('broken'), { 'contracts/broken.clar': '(define-constant one 1)\n(foo)\n' }),
    'a transfer of too much STX': await at(
      `- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: ${WALLET_2}\n    mstx-amount: 900000000000000000`,
    ),
    'a transfer of too much Bitcoin': await at(
      `- btc-transfer:\n    expected-sender: ${WALLET_1_BTC}\n    recipient: ${WALLET_2_BTC}\n    sats-amount: 10000000000\n` +
        '    sats-per-byte: 1',
    ),
    'a plan without a project': await bootDevnet({ plan: 'plan.yaml' }).then(
      () => 'no error',
      (error: Error) => error.message,
    ),
  }).toMatchInlineSnapshot(`
    {
      "a call of an unknown contract": "deployments/default.devnet-plan.yaml:11:11: the node refused the call of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.missing.add by ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5: NoSuchContract. Publish the contract in an earlier batch, or correct the name.",
      "a call of an unknown function": "deployments/default.devnet-plan.yaml:11:11: the node refused the call of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter.subtract by ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5: NoSuchPublicFunction",
      "a call that answers with an error": "deployments/default.devnet-plan.yaml:11:11: the call of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter.add by ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5 failed: the contract answered (err u100) from asserts! in ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter:add (line 5, column 5), so everything but the fee was rolled back",
      "a call with a wrong type": "deployments/default.devnet-plan.yaml:11:11: the node refused the call of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter.add by ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5: BadFunctionArgument",
      "a contract that does not compile": "contracts/broken.clar:2:2: the contract ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.broken failed: the contract was not deployed, and only the fee was charged: use of unresolved function 'foo' (line 2, column 2)
      (foo)
       ^",
      "a plan without a project": "project: expected a Clarinet project, because plan names one of its deployment plans, received nothing. Pass --project <folder>.",
      "a transfer of too much Bitcoin": "deployments/default.devnet-plan.yaml:11:11: the transfer of 10000000000 sats from mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC to muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG needs 10000000246 sats with its fee, the address has 1000000000",
      "a transfer of too much STX": "deployments/default.devnet-plan.yaml:11:11: the node refused the transfer of 900000000000000000 micro-STX from ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5 to ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG: NotEnoughFunds. Raise the balance of the account in settings/Devnet.toml, or lower the cost.",
    }
  `);
});
