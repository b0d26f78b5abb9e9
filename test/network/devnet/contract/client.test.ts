import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../../devnet.js';

const SOURCE = `
(define-constant LIMIT u100)
(define-data-var count uint u0)
(define-map orders uint bool)
(define-read-only (get-count) (var-get count))
(define-private (hidden) u1)
(define-public (add (n uint)) (ok n))`;

let devnet: Devnet;
let id: string;
beforeAll(async () => {
  const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
  devnet = await bootDevnet({ contracts: [{ deployer, name: 'counter', source: SOURCE }] });
  id = `${deployer}.counter`;
});
afterAll(() => devnet.close());

test('default: without a gateway, by name and by id', async () => {
  expect(devnet.contract('counter').id).toBe(id);
  expect(await devnet.contract(id).call('add', [1n], { as: 'wallet_1', timeoutMs: 60_000 })).toMatchObject({ value: { ok: 1n } });
});

test('behavior: a deployment takes the ends of lines of Windows', async () => {
  const source = ';; a comment\r\n(define-read-only (one)\r\n  u1)\r\n';
  const { status, contract } = await devnet.stacks.deploy({ name: 'windows', source, as: 'wallet_2', timeoutMs: 60_000 });
  expect({ status, one: await devnet.contract(contract).read('one') }).toEqual({ status: 'success', one: 1n });
});

test.each<[string, unknown, RegExp]>([
  ['an object', {}, /contract: expected the name of a contract, or its id such as ST….name, received an empty object/],
  ['no name', '', /received ""\. A contract name has 1 to 40/],
  ['a bad name', '1st', /received "1st"\. A contract name has 1 to 40/],
  ['a mistyped address', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGA.x', /The address is cut off or mistyped/],
  ['a trait', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x.y', /A contract name has 1 to 40/],
])('error: the contract is %s', (_, name, message) => {
  expect(() => devnet.contract(name as string)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'contract', message: expect.stringMatching(message) }),
  );
});

test.each<[string, (counter: ReturnType<Devnet['contract']>) => Promise<unknown>, string]>([
  ['an unknown function', (counter) => counter.call('ad', [], { as: 'wallet_1' }), 'ad: unknown public function of ID; did you mean add?'],
  [
    'another function',
    (counter) => counter.read('nothing-like-it'),
    'nothing-like-it: unknown read-only function of ID. It has add, get-count.',
  ],
  [
    'a private function',
    (counter) => counter.call('hidden', [], { as: 'wallet_1' }),
    'fn: expected a public or read-only function, received "hidden". ID.hidden is private.',
  ],
  [
    'no options',
    (counter) => counter.call('add', [1n], undefined as never),
    'options: expected an object with as: who signs the call, received nothing',
  ],
  [
    'nobody',
    (counter) => counter.call('add', [1n], {} as never),
    'as: expected the name of an account, an account, a private key or an impersonated address, received nothing',
  ],
  ['wait', (counter) => counter.call('add', [1n], { as: 'wallet_1', wait: 1 as never }), 'wait: expected true or false, received 1'],
  [
    'a timeout',
    (counter) => counter.call('add', [1n], { as: 'wallet_1', timeoutMs: -1 }),
    'timeoutMs: expected a number of milliseconds, received -1',
  ],
  [
    'a mode',
    (counter) => counter.call('add', [1n], { as: 'wallet_1', postConditionMode: 'maybe' as never }),
    'postConditionMode: expected allow or deny, received "maybe"',
  ],
  [
    'post-conditions',
    (counter) => counter.call('add', [1n], { as: 'wallet_1', postConditions: ['zz'] }),
    'postConditions[0]: expected a post-condition as Pc of stacks.js builds it, or as hex, received "zz"',
  ],
  ['a map', (counter) => counter.map('order', 1n), 'order: unknown map of ID; did you mean orders?'],
  ['a key', (counter) => counter.map('orders', true), 'key: expected uint (a bigint from 0 to 2^128-1), received true'],
  ['a constant', (counter) => counter.variable('LIMIT'), 'LIMIT: unknown data variable of ID. It has count.'],
  ['a variable', (counter) => counter.constant('count'), 'count: unknown constant of ID. It has LIMIT.'],
])('error: %s', async (_, use, message) => {
  const error = await use(devnet.contract('counter')).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'DevnetError', code: 'INVALID_INPUT' });
  expect(error instanceof Error && error.message.replaceAll(id, 'ID')).toBe(message);
});

test('error: who signs is explained, and keys stay out of messages', async () => {
  const call = (as: unknown) => devnet.contract('counter').call('add', [1n], { as: as as string });
  const { stx, mnemonic = '', privateKey } = account(devnet, 'wallet_1');
  await expect(call('walet_1')).rejects.toMatchObject({ field: 'as', hint: expect.stringContaining('Did you mean wallet_1?') });
  // A name that other networks have.
  await expect(call('faucet')).rejects.toMatchObject({ field: 'as', hint: expect.stringMatching(/^The accounts are deployer, /) });
  expect(await call(stx.address)).toMatchObject({ status: 'success' });
  await expect(call('ST000000000000000000002AMW42H')).rejects.toMatchObject({
    code: 'REJECTED',
    hint: 'To send for an account without its key, use devnet.impersonate(principal) before.',
  });
  for (const secret of [mnemonic, `${privateKey}ff`, '00'.repeat(32), { privateKey: `${privateKey}ff` }]) {
    const error = await call(secret).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'as' });
    expect(JSON.stringify([error, String(error)])).not.toContain(privateKey.slice(0, 16));
    expect(String(error)).not.toContain(mnemonic.slice(0, 16));
  }
});

test('error: a contract that does not exist', async () => {
  for (const use of [
    () => devnet.contract('missing').read('f'),
    () => devnet.contract('missing').call('f', [], { as: 'wallet_1' }),
    () => devnet.contract('missing').map('m', 1n),
  ]) {
    await expect(use()).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('there is no contract ST1PQ') });
  }
});

test('error: a contract whose deployment failed: why, also over HTTP, until it is deployed or undone', async () => {
  const serving = await bootDevnet({ gateway: true });
  onTestFinished(() => serving.close());
  const connected = await connectDevnet(serving.urls.gateway, { controlKey: serving.controlKey });
  onTestFinished(() => connected.close());
  const before = await serving.snapshot();
  const source = '(define-read-only (height)\n  (ok (block-height)))';
  expect(await serving.stacks.deploy({ name: 'late', source, as: 'deployer' })).toMatchObject({
    status: 'abort_by_response',
    origin: { line: 2, column: 8, expression: 'block-height' },
  });
  const reason = [
    "use of unresolved function 'block-height' \\(line 2, column 8\\). " +
      'block-height exists only in Clarity 1 and 2: set clarityVersion to 2 .*',
    '    \\(ok \\(block-height\\)\\)\\)',
    '         \\^$',
  ].join('\n');
  for (const devnet of [serving, connected]) {
    for (const use of [
      () => devnet.contract('late').read('height'),
      () => devnet.contract('late').call('height', [], { as: 'wallet_1' }),
    ]) {
      const message = expect.stringMatching(new RegExp(`^there is no contract .*\\.late, because its deployment failed.*${reason}`));
      await expect(use()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    }
  }
  await serving.stacks.deploy({ name: 'late', source: '(define-read-only (height) (ok stacks-block-height))', as: 'deployer' });
  expect(await connected.contract('late').read('height')).toMatchObject({ ok: expect.any(BigInt) });
  await serving.restore(before);
  await expect(connected.contract('late').read('height')).rejects.toMatchObject({
    message: expect.stringContaining('Check its address and name'),
  });
});

test('error: after close', async () => {
  const closing = await bootDevnet();
  await closing.close();
  const options = { as: 'wallet_1', to: 'wallet_2', amount: 1n };
  await expect(closing.stacks.transfer(options)).rejects.toMatchObject({ code: 'NOT_READY' });
});
