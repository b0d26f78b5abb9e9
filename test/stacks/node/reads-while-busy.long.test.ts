import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { heavyContract } from './heavy.js';
import { DEPLOYER, startTestNode, WALLET_1 } from './test-node.js';
import { call, deploy } from './transactions.js';

/** `burn` computes for seconds, and counts. */
const SOURCE = `
  (define-data-var count uint u0)
  ${heavyContract(13, 6).replace('(ok true)', '(ok (var-set count (+ (var-get count) u1)))')}`;

test('default: while a contract computes for seconds, reads have the state before its block', { timeout: 600_000 }, async () => {
  await using node = await startTestNode({ mining: 'manual', maxExecutionTime: 600_000 });
  await deploy(node.url, DEPLOYER, { name: 'heavy', source: SOURCE, nonce: 0n });
  await node.mine();
  const path = `${DEPLOYER.address}/heavy`;
  const ask = async (target: string, body?: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${node.url}${target}`, body === undefined ? {} : init);
    return (await response.json()) as Record<string, unknown>;
  };
  const count = (value: number) => ({ data: `0x${Cl.serialize(Cl.uint(value))}` });
  const { balance } = await ask(`/v2/accounts/${WALLET_1.address}?proof=0`);

  for (const burned of [0, 1]) {
    await call(node.url, DEPLOYER, { contract: `${DEPLOYER.address}.heavy`, fn: 'burn', nonce: BigInt(1 + burned) });
    let isMining = true;
    const mined = node.mine().finally(() => {
      isMining = false;
    });
    expect(await ask(`/v2/data_var/${path}/count?proof=0`)).toEqual(count(burned));
    expect(await ask(`/v2/accounts/${DEPLOYER.address}?proof=0`)).toMatchObject({ nonce: 1 + burned });
    expect(await ask(`/v2/accounts/${WALLET_1.address}?proof=0`)).toMatchObject({ balance, nonce: 0 });
    const functions = (await ask(`/v2/contracts/interface/${path}`))['functions'] as { name: string }[];
    expect(functions.map(({ name }) => name)).toContain('burn');
    expect(await ask('/v2/pox')).toMatchObject({ contract_id: 'ST000000000000000000002AMW42H.pox-4' });
    expect(isMining).toBe(true);
    await mined;
    expect(await ask(`/v2/data_var/${path}/count?proof=0`)).toEqual(count(burned + 1));
  }
});

test('behavior: other requests get their turn while the arguments of a call are read', async () => {
  await using node = await startTestNode({ mining: 'manual' });
  const target = `${node.url}/v2/contracts/call-read/ST000000000000000000002AMW42H/pox-4/get-pox-info`;
  const ask = async (args: string[]) => {
    const body = JSON.stringify({ sender: DEPLOYER.address, arguments: args });
    const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return response.text();
  };
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await fetch(`${node.url}/v3/health`);
  })();
  const list = `0x0b${(200_000).toString(16).padStart(8, '0')}${'03'.repeat(200_000)}`;
  expect(JSON.parse(await ask(Array.from({ length: 30 }, () => list)))).toEqual({
    okay: false,
    cause: 'RuntimeCheck(IncorrectArgumentCount(0, 30))',
  });
  expect(await ask([list, '0x0f'])).toBe('Failed to decode: Failed to deserialize argument value');
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(15);
});
