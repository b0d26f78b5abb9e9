import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { account, bootDevnet } from '../../devnet.js';

const COUNTER = `(define-data-var n uint u0)
(define-public (add (step uint)) (begin (var-set n (+ (var-get n) step)) (print block-height) (ok (var-get n))))`;

test('steps begin at a block of the origin of a fork, and see nothing of the fork', async () => {
  await using origin = await bootDevnet({ gateway: true, epoch: '3.4' });
  const { contract } = await origin.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer', clarityVersion: 2 });
  const counter = origin.contract(contract);
  const first = await counter.call('add', [5n], { as: 'wallet_1' });
  await origin.stacks.transfer({ to: 'wallet_2', amount: 7n, as: 'wallet_1' });
  const later = await counter.call('add', [10n], { as: 'wallet_1' });

  await using fork = await bootDevnet({ fork: { url: origin.urls.gateway as string }, cache: { enabled: false } });
  await fork.contract(contract).call('add', [100n], { as: 'wallet_1' });
  const sender = account(origin, 'wallet_1').stx.address;
  const read = { type: 'evaluate', contract, expression: '(list (var-get n) (stx-get-balance tx-sender))', sender } as const;
  const call = { type: 'call', sender, contract, function: 'add', args: [Cl.uint(1)] } as const;
  const before = await fork.dumpState().then((bytes) => Buffer.from(bytes).toString('hex'));

  const at = first.block.height;
  const past = await fork.simulate({ at, overrides: [], steps: [read, call, { type: 'mine', bitcoin: 1 }, call, read] });
  // A fork of that block begins two tenures after it.
  expect(past.at).toMatchObject({ height: at + 2 });
  const [seen, added, mined, again] = past.steps;
  const original = await origin.stacks.receipt(first.txid);
  const balance = await fetch(`${origin.urls.stacks}/v2/accounts/${sender}?proof=0&tip=${first.block.hash.slice(2)}`);
  const spendable = BigInt(((await balance.json()) as { balance: string }).balance);
  expect(seen).toMatchObject({ status: 'success', result: { repr: `(u5 u${spendable})` } });
  expect(added).toMatchObject({ status: 'success', result: { repr: '(ok u6)' } });
  expect(original?.result).toMatchObject({ repr: '(ok u5)' });
  expect(mined).toMatchObject({ type: 'mine' });
  expect(again).toMatchObject({ status: 'success', result: { repr: '(ok u7)' } });

  const last = await fork.simulate({ at: later.block.height, steps: [call] });
  expect(last.steps[0]).toMatchObject({ result: { repr: '(ok u16)' } });
  expect((await fork.simulate({ steps: [call] })).steps[0]).toMatchObject({ result: { repr: '(ok u116)' } });
  expect(Buffer.from(await fork.dumpState()).toString('hex')).toBe(before);
  await expect(fork.simulate({ at: 0, steps: [call] })).rejects.toMatchObject({ field: 'at' });
});
