import { expect, test } from 'vitest';
import { bootDevnet, stacksGet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { calls, converse, makeHistory, reads } from './conversation.js';

test('a fork of an embedded network answers as it does, a fork of the fork too; offline from the cache', async () => {
  await using folder = await temporaryFolder('fork');
  const cache = { dir: folder.path, enabled: true };
  const embedded = await bootDevnet({ gateway: true });
  await using _closed = { [Symbol.asyncDispose]: () => embedded.close() };
  await makeHistory(embedded);
  const { stacks } = await embedded.status();
  const { burn_block_height: burnHeight } = await stacksGet(embedded, '/v2/info');
  const questions = [...reads(stacks.height, Number(burnHeight)), ...calls(), ...reads(stacks.height, Number(burnHeight)).slice(0, 7)];
  expect(questions.length).toBeGreaterThanOrEqual(60);

  const fork = { url: embedded.urls.stacks, height: stacks.height };
  await using first = await bootDevnet({ fork, cache });
  const recorded = await converse(embedded, questions);
  expect(await converse(first, questions)).toEqual(recorded);

  // its own state is served on top of the origin's
  const { stacks: own } = await first.status();
  await using second = await bootDevnet({ fork: { url: first.urls.stacks, height: own.height }, cache: { enabled: false } });
  const balances = async (devnet: typeof first) => (await devnet.balances()).map(({ name, stx }) => [name, stx.balance, stx.nonce]);
  expect(await balances(second)).toEqual(await balances(first));

  await embedded.close();
  await using offline = await bootDevnet({ fork: { ...fork, offline: true }, cache });
  expect(await converse(offline, questions)).toEqual(recorded);
});

test('keys that a node does not have are refused as by a node', async () => {
  await using embedded = await bootDevnet();
  const ask = async (path: string) => {
    const answer = await fetch(`${embedded.urls.stacks}/v2/clarity/${path}`);
    return `${answer.status} ${await answer.text()}`;
  };
  const pox = 'metadata/ST000000000000000000002AMW42H/pox-4';
  expect(await ask(`marf/${'ab'.repeat(32)}`)).toBe('404 Marf key hash not found');
  expect(await ask(`marf/${'ab'.repeat(32)}?tip=${'cd'.repeat(32)}`)).toBe('404 Chain tip not found');
  expect(await ask(`${pox}/vm-metadata::9::contract-size`)).toMatch(/^200 \{"data":"\d+"\}$/);
  expect(await ask(`${pox}/vm-metadata::6::first-burnchain-block-height`)).toBe('200 {"data":"{\\"value_type\\":\\"UIntType\\"}"}');
  expect(await ask(`${pox}/vm-metadata::6::nope`)).toBe('404 Metadata not found');
  expect(await ask(`${pox}/vm-metadata::9::nope`)).toBe('400 Failed to decode: Invalid metadata var name');
  expect(await ask(`${pox}/vm-metadata::2::nope`)).toBe('400 Failed to decode: Invalid metadata type');
});
