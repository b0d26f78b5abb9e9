import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { inProcess } from '../../cli/in-process.js';
import { account } from '../../devnet.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { exclusiveSums } from '../../profile-sums.js';

let devnet: Devnet;
let connected: Devnet;
let txid: string;

const SOURCE = `(define-public (sum (ns (list 20 uint)))
  (begin
    (print ns)
    (ok (fold plus ns u0))))
(define-private (plus (n uint) (total uint))
  (+ n total))`;

beforeAll(async () => {
  devnet = await startDevnet({ cache: testCache, ports: { gateway: 0, stacks: 0, bitcoin: 0 } });
  connected = await connectDevnet(String(devnet.urls.gateway));
  await devnet.stacks.deploy({ name: 'sums', source: SOURCE, as: 'deployer' });
  const called = await devnet.contract('sums').call('sum', [[1n, 2n, 3n]], { as: 'wallet_1' });
  txid = called.txid;
});
afterAll(async () => {
  await connected?.close();
  await devnet?.close();
});

test('default: the exclusive costs of functions, lines and nodes add up to the receipt, here and over HTTP', async () => {
  const receipt = await devnet.stacks.waitForTx(txid);
  const profile = await devnet.stacks.profile(txid);
  const { cost } = receipt;
  expect(profile).toMatchObject({ txid, status: 'success', block: receipt.block, cost });
  expect(exclusiveSums(profile)).toEqual({ functions: cost, lines: cost, nodes: cost });
  expect(profile.functions.map(({ function: fn, count }) => [fn, count])).toEqual([
    ['sum', 1],
    ['plus', 3],
  ]);
  expect(await connected.stacks.profile(txid)).toEqual(profile);
});

test('behavior: calls of boot contracts, deploys and transfers', async () => {
  const pox = devnet.contract('ST000000000000000000002AMW42H.pox-4');
  const sent = [
    await devnet.stacks.deploy({ name: 'more', source: SOURCE, as: 'wallet_2' }),
    await devnet.stacks.transfer({ to: 'wallet_3', amount: 1n, as: 'wallet_2' }),
    await pox.call('delegate-stx', [1_000_000n, account(devnet, 'wallet_3').stx.address, null, null], { as: 'wallet_2' }),
    await pox.call('revoke-delegate-stx', [], { as: 'wallet_2' }),
  ];
  for (const { txid: id, cost } of sent)
    expect(exclusiveSums(await devnet.stacks.profile(id))).toEqual({ functions: cost, lines: cost, nodes: cost });
});

test('error: a transaction that is on no chain, and an id that is none', async () => {
  for (const one of [devnet, connected]) {
    await expect(one.stacks.profile('ab'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(one.stacks.profile('ab')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
  }
});

test('default: the command prints tables, and writes a flame graph, a file of speedscope and folded stacks', async () => {
  await using folder = await temporaryFolder('profile');
  const env = { DEVNET_URL: String(devnet.urls.gateway) };
  const printed = await inProcess(['profile', txid], env);
  expect(printed.stdout).toMatch(/^sums\.sum +1 /m);
  expect(printed.stdout).toMatch(/^sums:6 +3 .*\(\+ n total\)\)$/m);

  const write = async (name: string, ...words: string[]) => {
    const file = path.join(folder.path, name);
    expect(await inProcess(['profile', txid, '-o', file, ...words], env)).toMatchObject({ status: 0 });
    return readFile(file, 'utf8');
  };
  const { cost } = await devnet.stacks.profile(txid);
  const folded = (await write('x.folded', '--dimension', 'readCount')).trim().split('\n');
  expect(folded.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(cost.readCount);
  expect((await write('x.folded')).includes('sums.sum;sums:2;sums:4;sums.plus;sums:6 ')).toBe(true);

  const speedscope = JSON.parse(await write('x.speedscope.json'));
  expect(speedscope.profiles).toHaveLength(5);
  for (const { name, weights, samples, endValue } of speedscope.profiles) {
    expect(samples).toHaveLength(weights.length);
    expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBe(endValue);
    expect(endValue).toBe(cost[name as keyof typeof cost]);
  }

  const svg = await write('flame.svg');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain('>sums.sum</text>');
  expect(svg).toContain(`runtime ${cost.runtime.toLocaleString('en')}`);
  const { inclusive, exclusive } = (await devnet.stacks.profile(txid)).lines.find(({ line }) => line === 6) ?? expect.fail('no line 6');
  const share = ((inclusive.runtime / cost.runtime) * 100).toFixed(2);
  expect(svg).toContain(
    `<title>sums:6 in plus\n(+ n total))\n${inclusive.runtime} runtime (${share} %), ${exclusive.runtime} itself, 3 times\n`,
  );

  expect(await inProcess(['profile', txid, '-o', 'x.txt'], env)).toMatchObject({ status: 2 });
  expect(await inProcess(['profile', txid, '--dimension', 'time'], env)).toMatchObject({ status: 2 });
  expect(JSON.parse((await inProcess(['profile', txid, '--json'], env)).stdout)).toMatchObject({ txid, cost });
});

test('behavior: --check names the line of a loop that was added, and passes within the tolerance', async () => {
  await using folder = await temporaryFolder('costs');
  const file = path.join(folder.path, 'costs.json');
  const measure = async (source: string, ...words: string[]) => {
    await using network = await startDevnet({ cache: testCache, ports: { gateway: 0, stacks: 0, bitcoin: 0 } });
    await network.stacks.deploy({ name: 'counter', source, as: 'deployer' });
    await network.contract('counter').call('add', [1n], { as: 'wallet_1' });
    return await inProcess(['costs', ...words], { DEVNET_URL: String(network.urls.gateway) });
  };
  const cheap = `(define-data-var n uint u0)
(define-private (noop (k uint)) k)
(define-public (add (k uint))
  (begin
    (var-set n (+ (var-get n) k))
    (ok (var-get n))))`;
  const dear = cheap.replace('  (begin\n', '  (begin\n    (map noop (list u1 u2 u3 u4 u5 u6 u7 u8))\n');
  expect(await measure(cheap, '--snapshot', file)).toMatchObject({ status: 0, stdout: expect.stringContaining('1 function in') });
  expect(await measure(cheap, '--check', file)).toMatchObject({ status: 0 });
  const failed = await measure(dear, '--check', file, '--tolerance', '1%');
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/^counter\.add: runtime [\d,]+, at most [\d,]+ expected$/m);
  expect(failed.stdout).toMatch(/^ {2}counter:5 {2}\+[\d,]+ {2}\(map noop \(list u1 u2/m);
  expect(await measure(dear, '--check', file, '--tolerance', '1000%')).toMatchObject({ status: 0 });
  expect(await measure(cheap, '--check', path.join(folder.path, 'nothing.json'))).toMatchObject({ status: 2 });
  expect(await measure(cheap, '--check', file, '--tolerance', 'little')).toMatchObject({ status: 2 });
});
