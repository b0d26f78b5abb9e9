import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { sayTo } from '#dist/ways.js';
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
