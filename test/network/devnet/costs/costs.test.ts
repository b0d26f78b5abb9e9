import { Cl } from '@stacks/transactions';
import { connectDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { inProcess } from '../../../cli/in-process.js';
import { bootDevnet } from '../../../devnet.js';
import { COUNTER, callAndWait, contracts, DEPLOYER } from '../events/printing.js';

test('default: the costs of functions, from receipts', async () => {
  await using devnet = await bootDevnet({ gateway: true, epoch: '3.4', contracts });
  expect(await devnet.costs()).toMatchObject({ epoch: '3.4', limit: { runtime: 5_000_000_000, readCount: 15_000 }, functions: [] });
  const receipts = [];
  for (const step of [1, 2, 3]) receipts.push(await callAndWait(devnet, COUNTER, 'add', [Cl.uint(step)]));
  const { cost } = await callAndWait(devnet, `${DEPLOYER}.logger`, 'log');
  await devnet.faucet.stx(DEPLOYER);

  const { functions, limit } = await devnet.costs();
  expect(functions.map(({ function: fn, calls, measured }) => ({ fn, calls, measured }))).toEqual([
    { fn: 'add', calls: 3, measured: 3 },
    { fn: 'log', calls: 1, measured: 1 },
  ]);
  const runtimes = receipts.map((receipt) => receipt.cost.runtime).toSorted((a, b) => a - b);
  expect(functions[0]?.costs?.runtime).toEqual({ min: runtimes[0], median: runtimes[1], max: runtimes[2] });
  const share = Math.max(cost.runtime / limit.runtime, cost.readCount / limit.readCount, cost.readLength / limit.readLength);
  expect(functions[1]).toMatchObject({ contract: `${DEPLOYER}.logger`, share: { min: share, median: share, max: share } });

  await using connected = await connectDevnet(devnet.urls.gateway);
  expect(await connected.costs()).toEqual(await devnet.costs());
  const shown = await inProcess(['costs', '--url', devnet.urls.gateway ?? ''], {});
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  expect(shown.stdout.split('\n')[1]).toMatch(/^function +calls +of a block +runtime +reads +bytes read +writes +bytes written$/);
  expect(shown.stdout).toMatch(new RegExp(`^${COUNTER}\\.add +3 +0\\.\\d{3} %`, 'm'));
  const json = await inProcess(['costs', '--json', '--url', devnet.urls.gateway ?? ''], {});
  expect(JSON.parse(json.stdout)).toEqual(await devnet.costs());
});

test('behavior: restored calls still count, and so do errors at runtime', async () => {
  const source = '(define-public (fail) (ok (unwrap-panic (if true none (some u1)))))';
  await using devnet = await bootDevnet({ gateway: true, contracts: [...contracts, { deployer: DEPLOYER, name: 'broken', source }] });
  const id = await devnet.snapshot();
  await callAndWait(devnet, COUNTER, 'refuse');
  await devnet.restore(id);
  await callAndWait(devnet, `${DEPLOYER}.broken`, 'fail');
  const { functions } = await devnet.costs();
  expect(functions.map(({ function: fn, calls, measured, costs }) => ({ fn, calls, measured, hasCosts: costs !== undefined }))).toEqual([
    { fn: 'fail', calls: 1, measured: 1, hasCosts: true },
    { fn: 'refuse', calls: 1, measured: 1, hasCosts: true },
  ]);
  const shown = await inProcess(['costs', '--url', devnet.urls.gateway ?? ''], {});
  expect(shown.stdout).toMatch(/\.broken\.fail +1 +0\.\d{3} %/);
});

test('default: a network without calls', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  expect(await inProcess(['costs', '--url', devnet.urls.gateway ?? ''], {})).toMatchObject({
    status: 0,
    stdout: 'No transaction has called a contract yet.',
  });
});
