import { expect } from 'vitest';
import { bootDevnet, stacksGet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { testWithNodes } from '../../real-nodes/launch/native/real-nodes.js';
import { calls, converse, makeHistory, reads } from './conversation.js';

testWithNodes('a fork of a real network answers as it does, then both go on apart; the second time from the cache', async () => {
  await using folder = await temporaryFolder('fork');
  const cache = { dir: folder.path, enabled: true };
  const native = await bootDevnet({ engine: 'native', gateway: true });
  await using _closed = { [Symbol.asyncDispose]: () => native.close() };
  await makeHistory(native);
  const { stacks } = await native.status();
  const { burn_block_height: burnHeight } = await stacksGet(native, '/v2/info');
  const questions = [...reads(stacks.height, Number(burnHeight)), ...calls(), ...reads(stacks.height, Number(burnHeight)).slice(0, 7)];
  expect(questions.length).toBeGreaterThanOrEqual(60);

  const fork = { url: native.urls.stacks, height: stacks.height };
  await using first = await bootDevnet({ fork, cache });
  expect(await first.status()).toMatchObject({ engine: 'embedded', epoch: '4.0', stacks: { height: stacks.height + 2 } });
  const recorded = await converse(native, questions);
  expect(await converse(first, questions)).toEqual(recorded);

  // the gateway of real nodes is an origin, too
  const gateway = { url: String(native.urls.gateway), height: stacks.height };
  await using other = await bootDevnet({ fork: gateway, cache: { enabled: false } });
  expect(await converse(other, questions.slice(0, 10))).toEqual(recorded.slice(0, 10));

  // apart
  await native.stacks.transfer({ to: 'wallet_3', amount: 1n, as: 'wallet_4' });
  const balance = async (devnet: typeof native) => (await devnet.balances()).map(({ name, stx }) => [name, stx.balance, stx.nonce]);
  expect(await balance(first)).not.toEqual(await balance(native));
  await first.mine({ bitcoin: 3 });
  await first.stacks.deploy({ name: 'own', source: '(define-read-only (one) u1)', as: 'wallet_2' });
  expect((await fetch(`${native.urls.stacks}/v2/contracts/source/${first.accounts.wallet_2.stx.address}/own`)).status).toBe(404);

  await native.close();
  await using second = await bootDevnet({ fork: { ...fork, offline: true }, cache });
  expect(await converse(second, questions)).toEqual(recorded);
});
