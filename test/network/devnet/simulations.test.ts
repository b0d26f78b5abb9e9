import { createHash } from 'node:crypto';
import { Cl } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet, SimulateStep } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { account } from '../../devnet.js';

let devnet: Devnet;
let connected: Devnet;
let bank: string;

const BANK = `(define-data-var total uint u0)
(define-map deposits principal uint)
(define-fungible-token share)
(define-non-fungible-token ticket uint)
(define-private (twice (n uint)) (* n u2))
(define-public (deposit (n uint))
  (begin
    (asserts! (> n u2) (err u401))
    (try! (stx-transfer? n tx-sender (as-contract tx-sender)))
    (try! (ft-mint? share (twice n) tx-sender))
    (try! (nft-mint? ticket (var-get total) tx-sender))
    (map-set deposits tx-sender (+ n (default-to u0 (map-get? deposits tx-sender))))
    (var-set total (+ n (var-get total)))
    (print { deposited: n, height: stacks-block-height, burn: burn-block-height })
    (ok n)))
(define-public (withdraw)
  (let ((n (unwrap! (map-get? deposits tx-sender) (err u404))) (who tx-sender))
    (map-delete deposits who)
    (as-contract (stx-transfer? n tx-sender who))))
(define-public (fail) (ok (unwrap-panic (if true none (some u1)))))`;

const address = (name: string) => account(devnet, name).stx.address;
const stateOf = async () =>
  createHash('sha256')
    .update(await devnet.dumpState())
    .digest('hex');

beforeAll(async () => {
  devnet = await startDevnet({ cache: testCache, epoch: '3.4', ports: { gateway: 0, stacks: 0, bitcoin: 0 } });
  connected = await connectDevnet(String(devnet.urls.gateway));
  ({ contract: bank } = await devnet.stacks.deploy({ name: 'bank', source: BANK, as: 'deployer', clarityVersion: 3 }));
});
afterAll(async () => {
  await connected?.close();
  await devnet?.close();
});

/** Receipts also have what a print says as JSON. */
function withoutReading(event: Record<string, unknown>): object {
  const { value: _value, ...print } = (event['contract_event'] ?? {}) as Record<string, unknown>;
  return 'contract_event' in event ? { ...event, contract_event: print } : event;
}

type Sent = { sender: string; fn: string; args: bigint[] };

test('behavior: sixty steps have the results, events and costs of steps that are sent, and nothing of them remains', async () => {
  const names = ['wallet_1', 'wallet_2', 'wallet_3'];
  const sent = Array.from({ length: 60 }, (_, n): Sent => {
    const sender = names[n % names.length] ?? '';
    if (n % 7 === 6) return { sender, fn: 'fail', args: [] };
    return n % 5 === 4 ? { sender, fn: 'withdraw', args: [] } : { sender, fn: 'deposit', args: [BigInt((n * 3) % 11)] };
  });
  const steps = sent.flatMap(({ sender, fn, args }): SimulateStep[] => [
    { type: 'call', sender: address(sender), contract: bank, function: fn, args: args.map((n) => Cl.uint(n)) },
    { type: 'mine', stacks: 1 },
  ]);
  const before = await stateOf();
  const status = await devnet.status();
  const simulated = await devnet.simulate({ steps });
  expect(await stateOf()).toBe(before);
  expect(await devnet.status()).toEqual(status);

  const calls = simulated.steps.flatMap((step) => (step.type === 'call' ? [step] : []));
  expect(calls).toHaveLength(60);
  expect(new Set(calls.map(({ status: ended }) => ended))).toEqual(new Set(['success', 'abort_by_response']));
  for (const [n, { sender, fn, args }] of sent.entries()) {
    const { txid } = await devnet.contract(bank).call(fn, args, { as: sender });
    const receipt = await devnet.stacks.waitForTx(txid);
    const { status: ended, result, cost, reason, origin } = receipt;
    const events = receipt.events.map(({ txid: _txid, event_index: _index, committed: _committed, ...event }) => withoutReading(event));
    const { call: _call, changes: _changes, type: _type, ...step } = calls[n] as (typeof calls)[number];
    expect(step, `${n} ${fn}`).toEqual({ status: ended, result, cost, events, ...(reason && { reason }), ...(origin && { origin }) });
  }
});

test('default: overrides, expressions, deploys, transfers and blocks, with the difference of state, here and over HTTP', async () => {
  const rich = 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S';
  const request = {
    overrides: [
      { type: 'stx-balance', principal: rich, amount: 1_000n },
      { type: 'nonce', principal: rich, nonce: 7n },
      { type: 'data-var', contract: bank, name: 'total', value: Cl.uint(900) },
      { type: 'map-entry', contract: bank, map: 'deposits', key: Cl.principal(rich), value: Cl.uint(5) },
    ],
    steps: [
      { type: 'evaluate', contract: bank, expression: '(twice (var-get total))' },
      { type: 'evaluate', expression: '(+ 1 2) ;; three' },
      { type: 'evaluate', expression: '(/ u1 u0)' },
      { type: 'call', sender: rich, contract: bank, function: 'deposit', args: [Cl.uint(10)] },
      { type: 'transfer', sender: rich, recipient: address('wallet_1'), amount: 90n },
      { type: 'deploy', sender: rich, name: 'mine', source: '(define-read-only (height) stacks-block-height)' },
      { type: 'mine', bitcoin: 2 },
      { type: 'evaluate', expression: `(contract-call? '${rich}.mine height)` },
      { type: 'evaluate', expression: 'burn-block-height' },
      { type: 'call', sender: rich, contract: bank, function: 'deposit', args: [Cl.uint(1)] },
    ],
  } as const;
  const before = await stateOf();
  const { at, steps } = await devnet.simulate(request);
  const { stacks, bitcoin } = await devnet.status();
  expect(at).toEqual({ height: stacks.height, burnHeight: bitcoin.height });
  expect(steps.map((step) => ('result' in step ? step.result.repr : step.block))).toEqual([
    'u1800',
    '3',
    '',
    '(ok u10)',
    '(ok true)',
    '(ok true)',
    // The open block, and one for each tenure.
    { height: stacks.height + 3, burnHeight: bitcoin.height + 2 },
    `u${stacks.height + 4}`,
    `u${bitcoin.height + 2}`,
    '(err u401)',
  ]);
  expect(steps[2]).toMatchObject({ status: 'failed', reason: expect.stringContaining('DivisionByZero') });
  const change = (fields: object) => ({ before: expect.anything(), after: expect.anything(), ...fields });
  expect((steps[3] as { changes: unknown[] }).changes).toEqual(
    expect.arrayContaining([
      change({ type: 'account', principal: rich, field: 'balance', before: '1000', after: '990' }),
      change({ type: 'account', principal: rich, field: 'nonce', before: '7', after: '8' }),
      change({ type: 'data-var', contract: bank, name: 'total', before: 'u900', after: 'u910' }),
      change({ type: 'map-entry', contract: bank, map: 'deposits', key: rich, before: 'u5', after: 'u15' }),
      change({ type: 'ft-balance', contract: bank, token: 'share', principal: rich, before: '0', after: '20' }),
      change({ type: 'ft-supply', contract: bank, token: 'share' }),
      { type: 'nft-owner', contract: bank, token: 'ticket', id: 'u900', after: rich },
    ]),
  );
  expect((steps[5] as { changes: unknown[] }).changes).toContainEqual({ type: 'contract', contract: `${rich}.mine` });
  expect(await stateOf()).toBe(before);
  expect(await connected.simulate(request)).toEqual({ at, steps });
});

test('behavior: the state after an earlier block', async () => {
  const total = [{ type: 'evaluate', contract: bank, expression: '(var-get total)' }] as const;
  const { height } = (await devnet.status()).stacks;
  const now = await devnet.contract(bank).variable<bigint>('total');
  await devnet.contract(bank).call('deposit', [50n], { as: 'wallet_1' });
  expect((await devnet.simulate({ at: height, steps: total })).steps[0]).toMatchObject({ result: { repr: `u${now}` } });
  expect((await devnet.simulate({ steps: total })).steps[0]).toMatchObject({ result: { repr: `u${now + 50n}` } });
});

test('error: unknown steps, fields and heights', async () => {
  const simulate = (request: object) => devnet.simulate(request as { steps: [] });
  for (const [request, field] of [
    [{ steps: [] }, 'steps'],
    [{ steps: [{ type: 'jump' }] }, 'steps[0].type'],
    [{ steps: [{ type: 'mine', stacks: 0 }] }, 'steps[0].stacks'],
    [{ steps: [{ type: 'evaluate', expression: '1', more: 1 }] }, 'steps[0].more'],
    [{ steps: [{ type: 'call', sender: bank, contract: bank, function: 'fail' }] }, 'steps[0].sender'],
    [{ at: 1_000_000, steps: [{ type: 'mine', stacks: 1 }] }, 'at'],
    [{ steps: Array(11).fill({ type: 'mine', stacks: 1_000 }) }, 'steps'],
    [{ overrides: Array(10_001).fill({}), steps: [{ type: 'mine', stacks: 1 }] }, 'overrides'],
    [
      { overrides: [{ type: 'data-var', contract: bank, name: 'nothing', value: '0x03' }], steps: [{ type: 'mine', stacks: 1 }] },
      'overrides[0]',
    ],
  ] as const) {
    await expect(simulate(request)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
    await expect(connected.simulate(request as unknown as { steps: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('behavior: a contract with other code keeps its variables, entries and tokens, and callers see the new code', async () => {
  const sender = address('wallet_5');
  const source = BANK.replace('(asserts! (> n u2) (err u401))', '(asserts! (> n u0) (err u402))').replace(
    '(define-public (fail)',
    '(define-data-var fresh uint u9)\n(define-public (fail)',
  );
  const steps: SimulateStep[] = [
    { type: 'call', sender, contract: bank, function: 'deposit', args: [Cl.uint(1)] },
    { type: 'evaluate', contract: bank, expression: '{ total: (var-get total), fresh: (var-get fresh), supply: (ft-get-supply share) }' },
  ];
  await devnet.contract(bank).call('deposit', [3n], { as: 'wallet_6', expect: 'ok' });
  const total = await devnet.contract(bank).variable<bigint>('total');
  const owned = { type: 'evaluate', contract: bank, expression: `(map-get? deposits '${address('wallet_6')})` } as const;
  const found = await connected.simulate({ overrides: [{ type: 'contract-code', contract: bank, source }], steps: [...steps, owned] });
  expect(found.steps).toMatchObject([
    { type: 'call', status: 'success', result: { repr: '(ok u1)' } },
    { type: 'evaluate', result: { repr: expect.stringContaining(`(total u${total + 1n})`) } },
    { type: 'evaluate', result: { repr: '(some u3)' } },
  ]);
  expect(found.steps[1]).toMatchObject({ result: { repr: expect.stringContaining('(fresh u9)') } });
  // the chain still has the old code
  expect((await devnet.simulate({ steps: steps.slice(0, 1) })).steps).toMatchObject([{ status: 'abort_by_response' }]);
  const broken = devnet.simulate({
    overrides: [{ type: 'contract-code', contract: bank, source: '(define-read-only (x) (nope))' }],
    steps,
  });
  await expect(broken).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'overrides[0]', message: expect.stringContaining('nope') });
  const missing = devnet.simulate({ overrides: [{ type: 'contract-code', contract: `${bank}-2`, source }], steps });
  await expect(missing).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('there is no contract') });
});
