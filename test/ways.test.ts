import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { readAdvice, sayTo } from '#dist/ways.js';
import { testCache } from './cache.js';

test.each([
  ['Take one with devnet.snapshot().', 'Take one with POST /devnet/v1/snapshots.', 'Take one with stacks-devnet snapshot save.'],
  [
    'Stacks mining is manual: call devnet.stacks.mine() or POST /devnet/v1/mine.',
    'Stacks mining is manual: call POST /devnet/v1/mine.',
    'Stacks mining is manual: run stacks-devnet mine --stacks.',
  ],
  [
    "Pay it with devnet.faucet.stx('ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG').",
    'Pay it with POST /extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.',
    'Pay it with stacks-devnet faucet stx ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.',
  ],
  [
    'signer 0 is silent already: see devnet.chaos.active()',
    'signer 0 is silent already: see GET /devnet/v1/chaos',
    'signer 0 is silent already: see stacks-devnet chaos list',
  ],
  ['an error about nothing of this', 'an error about nothing of this', 'an error about nothing of this'],
])('default: %s', (code, http, cli) => {
  expect([sayTo('http', code), sayTo('cli', code)]).toEqual([http, cli]);
});

test('default: the advice of an error is said to each reader in its own words, in the message and in the hint', () => {
  const advice = { code: 'use read("a$&b", …)', http: 'GET /a', cli: 'run stacks-devnet read', mcp: 'use the tool read' };
  const text = `it is read-only: ${advice.code}. Take one with devnet.snapshot().`;
  expect(sayTo('cli', text, advice)).toBe('it is read-only: run stacks-devnet read. Take one with stacks-devnet snapshot save.');
  expect(sayTo('http', text, advice)).toBe('it is read-only: GET /a. Take one with POST /devnet/v1/snapshots.');
  expect(sayTo('mcp', text, advice)).toBe('it is read-only: use the tool read. Take one with devnet.snapshot().');
});

test('behavior: advice passes over a connection, and other clients of HTTP get their words alone', async () => {
  await using devnet = await startDevnet({ cache: testCache });
  await using connection = await connectDevnet(devnet.urls.gateway);
  const txid = 'ab'.repeat(32);
  for (const { stacks } of [devnet, connection]) {
    await expect(stacks.trace(txid)).rejects.toMatchObject({
      hint: 'Wait until it is in a block: devnet.stacks.waitForTx(txid).',
      advice: { cli: 'stacks-devnet wait <txid>' },
    });
  }
  const answer = (await (await fetch(`${devnet.urls.gateway}/devnet/v1/tx/${txid}/trace`)).json()) as object;
  expect(answer).toMatchObject({ hint: 'Wait until it is in a block: GET /devnet/v1/tx/{txid}/wait.' });
  expect(answer).not.toHaveProperty('advice');
});

test.each([undefined, null, 'words', {}, { code: '', http: 'a', cli: 'b', mcp: 'c' }, { code: 'a', http: 'b', cli: 1, mcp: 'c' }])(
  'error: %j is no advice',
  (advice) => {
    expect(readAdvice(advice)).toBeUndefined();
  },
);

test('behavior: over HTTP an error names requests, and in code, also over a connection, it names calls', async () => {
  await using devnet = await startDevnet({ cache: testCache });
  await using connection = await connectDevnet(devnet.urls.gateway);
  const code = 'no snapshot has the id "x". Take one with devnet.snapshot().';
  for (const { restore } of [devnet, connection]) await expect(restore('x')).rejects.toMatchObject({ code: 'NOT_FOUND', message: code });
  const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/snapshots/x/restore`, { method: 'POST' });
  expect(await answer.json()).toMatchObject({
    error: 'no snapshot has the id "x". Take one with POST /devnet/v1/snapshots.',
    hint: 'Take one with POST /devnet/v1/snapshots.',
  });
});
