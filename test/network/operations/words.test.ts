import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { type Advice, type AdvicePart, advise, type Door } from '#dist/base/advice.js';
import { DevnetError, invalid } from '#dist/base/error.js';
import { readAdvice } from '#dist/base/sent-advice.js';
import { rows } from '#dist/network/operations/table.js';
import { sayTo } from '#dist/network/operations/words.js';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { testCache } from '../../cache.js';
import { inProcess } from '../../cli/in-process.js';

const ADDRESS = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** The words of each door, in this order: code, HTTP, command line, agents. */
const said = (advice: Advice): string[] =>
  (['code', 'http', 'cli', 'mcp'] as const).map((door: Door) => sayTo(door, `${advice}`, advice.parts));

test.each<[string, Advice, string[]]>([
  [
    'without fields',
    advise`Take one with ${{ do: 'snapshot' }}.`,
    [
      'Take one with devnet.snapshot().',
      'Take one with POST /devnet/v1/snapshots.',
      `Take one with "${ownCommand('snapshot save')}".`,
      'Take one with the tool snapshot.',
    ],
  ],
  [
    'whose body is one field',
    advise`mine with ${{ do: 'mine', with: { request: { stacks: 1 } } }}`,
    [
      'mine with devnet.mine({ stacks: 1 })',
      'mine with POST /devnet/v1/mine {"stacks":1}',
      `mine with "${ownCommand('mine --stacks')}"`,
      'mine with the tool mine {"stacks":1}',
    ],
  ],
  [
    'with options',
    advise`${{ do: 'chaos.emptyTenures', options: { tenures: 1 } }}`,
    [
      'devnet.chaos.emptyTenures({ tenures: 1 })',
      'POST /devnet/v1/chaos/empty-tenures {"tenures":1}',
      `"${ownCommand('chaos empty-tenures 1')}"`,
      'the tool operation {"name":"chaos.emptyTenures","arguments":{"tenures":1}}',
    ],
  ],
  [
    'with a field in the body',
    advise`${{ do: 'faucet.stx', with: { address: ADDRESS } }}`,
    [
      `devnet.faucet.stx('${ADDRESS}')`,
      `POST /devnet/v1/faucets/stx {"address":"${ADDRESS}"}`,
      `"${ownCommand(`faucet stx ${ADDRESS}`)}"`,
      `the tool operation {"name":"faucet.stx","arguments":{"address":"${ADDRESS}"}}`,
    ],
  ],
  [
    'with a field in the path, that another row has',
    advise`${{ do: 'stacks.waitForTx', with: { txid: 'ab' } }}`,
    [
      "devnet.stacks.waitForTx('ab')",
      'GET /devnet/v1/tx/ab/wait?chain=stacks',
      `"${ownCommand('wait ab')}"`,
      'the tool operation {"name":"stacks.waitForTx","arguments":{"txid":"ab"}}',
    ],
  ],
  [
    'with a field that the reader knows, and without a command',
    advise`${{ do: 'restore', with: { id: null } }} ${{ do: 'impersonate', with: { principal: null } }}`,
    [
      'devnet.restore(id) devnet.impersonate(principal)',
      'POST /devnet/v1/snapshots/{id}/restore POST /devnet/v1/impersonate {"principal":"{principal}"}',
      `"${ownCommand('snapshot restore <id>')}" POST /devnet/v1/impersonate {"principal":"{principal}"}`,
      'the tool restore {"id":"<id>"} the tool operation {"name":"impersonate","arguments":{"principal":"<principal>"}}',
    ],
  ],
  [
    'with an object, in JavaScript and in JSON',
    advise`${{ do: 'sbtc.configure', with: { change: { mode: 'auto' } } }}`,
    [
      "devnet.sbtc.configure({ mode: 'auto' })",
      'PUT /devnet/v1/sbtc {"mode":"auto"}',
      'PUT /devnet/v1/sbtc {"mode":"auto"}',
      'the tool operation {"name":"sbtc.configure","arguments":{"mode":"auto"}}',
    ],
  ],
])('default: each door names an operation %s', (_name, advice, words) => {
  expect(said(advice)).toEqual(words);
});

test('default: a value of code is listed elsewhere, and what is not an operation has words for each door', () => {
  expect(said(advise`for example ${{ value: 'accounts.wallet_1.stx.address', listedBy: 'balances' }}.`)).toEqual([
    'for example devnet.accounts.wallet_1.stx.address.',
    'for example one that GET /devnet/v1/accounts lists.',
    `for example one that "${ownCommand('accounts')}" lists.`,
    'for example one that the tool accounts lists.',
  ]);
  expect(said(advise`use ${{ code: 'read("a$&b")', http: 'GET /a', cli: 'read a', mcp: 'the tool read' }}`)).toEqual([
    'use read("a$&b")',
    'use GET /a',
    `use "${ownCommand('read a')}"`,
    'use the tool read',
  ]);
});

test('default: an error has its advice as data, and in its message in the words of code', () => {
  const hint = advise`Pay it with ${{ do: 'faucet.stx', with: { address: "it's" } }}.`;
  const error = invalid('amount', 'less', 5, advise`Too much. ${hint}`);
  expect(error.message).toBe(String.raw`amount: expected less, received 5. Too much. Pay it with devnet.faucet.stx('it\'s').`);
  expect(error).toMatchObject({
    hint: String.raw`Too much. Pay it with devnet.faucet.stx('it\'s').`,
    advice: ['Too much. ', 'Pay it with ', { do: 'faucet.stx', with: { address: "it's" } }, '.'],
  });
  expect(sayTo('cli', error.message, error.advice)).toContain(`Pay it with "${ownCommand("faucet stx 'it")}`);
});

test('behavior: only the hint has other words: what somebody sent stays as it is', () => {
  const advice = advise`Take one with ${{ do: 'snapshot' }}.`;
  const text = `no snapshot has the id "devnet.snapshot()". ${advice}`;
  expect(sayTo('http', text, advice.parts)).toBe('no snapshot has the id "devnet.snapshot()". Take one with POST /devnet/v1/snapshots.');
  expect(sayTo('http', text, undefined)).toBe(text);
});

test('behavior: an operation that this version does not know has the words of code', () => {
  expect(new Set(said(advise`${{ do: 'futures.open', with: { id: 'x' } }}`))).toEqual(new Set(["devnet.futures.open('x')"]));
});

test('behavior: an error that is made again from one keeps its advice, unless it has another one', () => {
  const first = new DevnetError('BUSY', 'first', { hint: advise`see ${{ do: 'chaos.active' }}` });
  expect(new DevnetError('BUSY', 'again', { ...first }).advice).toEqual(first.advice);
  const other = advise`see ${{ do: 'status' }}`;
  expect(new DevnetError('BUSY', 'again', { ...first, hint: other }).advice).toEqual(other.parts);
});

test('default: every operation that an error advises exists, and has the fields in this order', () => {
  const root = path.resolve(import.meta.dirname, '../../../src');
  const known = new Map(rows.map(([name, row]) => [name, row]));
  const advised = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/\{ do: '([\w.]+)'(?:, with: \{ (\w+(?:: \w+)?(?:, \w+(?:: \w+)?)*))?/g),
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/listedBy: '([\w.]+)'()/g),
    ]);
  expect(advised.length).toBeGreaterThan(10);
  for (const [, name = '', fields] of advised) {
    const positional: readonly string[] = known.get(name)?.positional ?? [];
    const given = (fields ?? '').split(', ').flatMap((field) => (field === '' ? [] : [field.split(':')[0]]));
    expect([name, known.has(name), given]).toEqual([name, true, positional.slice(0, given.length)]);
  }
});

test.each<[unknown, readonly AdvicePart[] | undefined]>([
  [undefined, undefined],
  [null, undefined],
  ['words', undefined],
  [[], undefined],
  [[5], undefined],
  [[{ do: 5 }], undefined],
  [[{ do: 'mine', with: [] }], undefined],
  [[{ do: 'mine', options: 5 }], undefined],
  [[{ value: 'a' }], undefined],
  [[{ code: 'a', http: 'b', cli: 1, mcp: 'c' }], undefined],
  [
    ['use ', { do: 'mine' }],
    ['use ', { do: 'mine' }],
  ],
])('error: of what a gateway sends, %j is read as the advice %j', (sent, advice) => {
  expect(readAdvice(sent)).toEqual(advice);
});

test('behavior: advice passes over a connection, and other clients of HTTP get their words alone', async () => {
  await using devnet = await startDevnet({ cache: testCache });
  await using connection = await connectDevnet(devnet.urls.gateway);
  const txid = 'ab'.repeat(32);
  for (const { stacks } of [devnet, connection]) {
    await expect(stacks.trace(txid)).rejects.toMatchObject({
      message: expect.stringContaining(`devnet.stacks.waitForTx('${txid}')`),
      advice: ['Wait until it is in a block: ', { do: 'stacks.waitForTx', with: { txid } }, '.'],
    });
  }
  const answer = (await (await fetch(`${devnet.urls.gateway}/devnet/v1/tx/${txid}/trace`)).json()) as object;
  expect(answer).toMatchObject({ hint: `Wait until it is in a block: GET /devnet/v1/tx/${txid}/wait?chain=stacks.` });
  expect(answer).not.toHaveProperty('advice');
  for (const { restore } of [devnet, connection]) {
    await expect(restore('x')).rejects.toMatchObject({ message: 'no snapshot has the id "x". Take one with devnet.snapshot().' });
  }
  const restored = await fetch(`${devnet.urls.gateway}/devnet/v1/snapshots/x/restore`, { method: 'POST' });
  expect(await restored.json()).toMatchObject({
    error: 'no snapshot has the id "x". Take one with POST /devnet/v1/snapshots.',
    hint: 'Take one with POST /devnet/v1/snapshots.',
  });
});

test.each([
  ['nope', 'Pass an address, for example '],
  ['walet_1', 'Did you mean the account wallet_1? Pass its address, '],
  ['ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AA', 'Pass an address, for example '],
  ['0'.repeat(64), 'This is a secret, not an address. Pass an address, for example '],
])('error: the balance of %s has advice, which each door says in its words', async (who, advice) => {
  await using devnet = await startDevnet({ cache: testCache });
  await using connection = await connectDevnet(devnet.urls.gateway);
  for (const { balance } of [devnet, connection]) {
    await expect(balance(who)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      hint: `${advice}devnet.accounts.wallet_1.stx.address.`,
      message: expect.stringContaining(`. ${advice}devnet.accounts.wallet_1.stx.address.`),
    });
  }
  const { hint } = (await (await fetch(`${devnet.urls.gateway}/devnet/v1/balances/${who}`)).json()) as { hint: string };
  expect(hint).toBe(`${advice}one that GET /devnet/v1/accounts lists.`);
  const { stderr } = await inProcess(['balance', who, '--url', `${devnet.urls.gateway}`], { ...process.env });
  expect(stderr).toContain(`${advice}one that "${ownCommand('accounts')}" lists.`);
});

test('error: an account is no address, and has some', async () => {
  await using devnet = await startDevnet({ cache: testCache, gateway: false });
  const account = devnet.accounts.wallet_1 as unknown as string;
  await expect(devnet.balance(account)).rejects.toMatchObject({ hint: 'Pass one of its addresses, for example account.stx.address.' });
});
