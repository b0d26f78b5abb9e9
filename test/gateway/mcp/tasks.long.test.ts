import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, startAgent } from './client.js';

const COUNTER = `(define-data-var count uint u0)
(define-public (add (n uint))
  (begin
    (asserts! (< n u100) (err u7))
    (print {added: n})
    (ok (var-set count (+ (var-get count) n)))))
(define-read-only (get-count) (var-get count))
(define-read-only (height) burn-block-height)
`;

type Heights = { bitcoin: { height: number }; stacks: { height: number } };
type Receipt = { txid: string; status: string; result: string; reason?: string; events: string[] };

let agent: Agent;
beforeAll(async () => {
  agent = await startAgent();
});
afterAll(() => agent[Symbol.asyncDispose]());

/** Twelve tasks that an agent is given, one after another on one network. */
test('1: start a network, which listens on this machine only', async () => {
  const { started, engine, ready, urls } = await agent.use<{ started: boolean; engine: string; ready: boolean; urls: object }>('start');
  expect({ started, engine, ready }).toEqual({ started: true, engine: 'embedded', ready: true });
  for (const url of Object.values(urls)) expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(await agent.use('start')).toMatchObject({ started: false, urls });
});

test('2: list accounts without keys, and with keys when asked', async () => {
  const listed = await agent.text('accounts');
  expect(JSON.parse(listed)).toContainEqual(
    expect.objectContaining({
      name: 'wallet_1',
      stx: { address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5', balance: '100000000000000', nonce: 0 },
    }),
  );
  expect(listed).not.toMatch(/privateKey|mnemonic/);
  const withKeys = await agent.use<{ name: string; privateKey: string }[]>('accounts', { keys: true });
  expect(withKeys.find(({ name }) => name === 'deployer')?.privateKey).toMatch(/^[0-9a-f]{64}01$/);
});

test('3: fund an account by name, with a unit', async () => {
  expect(await agent.use('fund', { coin: 'stx', to: 'wallet_1', amount: '2.5STX' })).toMatchObject({
    to: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
    amount: '2500000',
    block: { height: expect.any(Number) },
  });
  expect(await agent.failure('fund', { coin: 'stx', to: 'walet_1' })).toContain('Did you mean wallet_1?');
});

test('4: fund an account with Bitcoin and sBTC', async () => {
  expect(await agent.use('fund', { coin: 'btc', to: 'wallet_2' })).toMatchObject({ amount: '100000000' });
  expect(await agent.use('fund', { coin: 'sbtc', to: 'wallet_2', amount: '5000' })).toMatchObject({ amount: '5000' });
});

test('5: deploy a contract from a file and from source', async () => {
  writeFileSync(path.join(agent.folder, 'counter.clar'), COUNTER);
  expect(await agent.use('deploy', { name: 'counter', path: 'counter.clar' })).toMatchObject({
    contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter',
    status: 'success',
  });
  expect(await agent.use('deploy', { name: 'other', source: '(define-constant x u1)', as: 'wallet_1' })).toMatchObject({
    status: 'success',
  });
});

test('6: call a function and read what it changed', async () => {
  expect(await agent.use<Receipt>('call', { contract: 'counter', function: 'add', args: ['u5'], as: 'wallet_3' })).toMatchObject({
    status: 'success',
    result: '(ok true)',
    events: ['print of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter: {added: u5}'],
  });
  expect(await agent.text('read', { contract: 'counter', function: 'get-count' })).toBe('u5');
});

test('7: find out why a call failed', async () => {
  const { txid, status, reason } = await agent.use<Receipt>('call', { contract: 'counter', function: 'add', args: ['u500'] });
  expect({ status, reason }).toEqual({ status: 'abort_by_response', reason: expect.stringContaining('u7') });
  expect(await agent.use('trace', { txid })).toMatchObject({
    status,
    origin: { contract: expect.stringContaining('.counter'), line: 4 },
    call: { function: 'add', args: ['u500'], result: '(err u7)' },
  });
});

test('8: try a call without a transaction', async () => {
  expect(await agent.use('simulate', { contract: 'counter', function: 'add', args: ['u1'], as: 'wallet_5' })).toMatchObject({
    status: 'success',
    result: { repr: '(ok true)' },
  });
  const now = await agent.text('read', { contract: 'counter', function: 'height' });
  const later = await agent.use('simulate', { contract: 'counter', function: 'height', mine: 10 });
  expect(later).toMatchObject({ result: { repr: `u${Number(now.slice(1)) + 10}` } });
  expect(await agent.text('read', { contract: 'counter', function: 'get-count' })).toBe('u5');
});

test('9: mine blocks, and up to a phase', async () => {
  const before = await agent.use<Heights>('status');
  expect(await agent.use('mine', { bitcoin: 3 })).toMatchObject({ bitcoin: { height: before.bitcoin.height + 3 } });
  await agent.use('mine', { until: { phase: 'prepare' } });
  expect(await agent.use('status')).toMatchObject({ cycle: { phase: 'prepare' } });
  expect(await agent.failure('mine', { bitcoin: 1, stacks: 1 })).toContain('one of bitcoin, stacks and until');
});

test('10: save the state, change it and return', async () => {
  expect(await agent.use('snapshot', { name: 'before' })).toMatchObject({ id: expect.any(String), name: 'before' });
  await agent.use('call', { contract: 'counter', function: 'add', args: ['u9'] });
  expect(await agent.use('restore', { id: 'before' })).toMatchObject({ ready: true });
  expect(await agent.text('read', { contract: 'counter', function: 'get-count' })).toBe('u5');
});

test('11: make the network fail, and end that', async () => {
  const { active } = await agent.use<{ active: { id: string; kind: string }[] }>('chaos', {
    fault: 'rpc-faults',
    options: { errorRate: 1, path: '/v2/pox' },
  });
  expect(active).toMatchObject([{ kind: 'rpc-faults' }]);
  expect(await agent.use('chaos', { stop: active[0]?.id })).toEqual({ active: [] });
  expect(await agent.use('chaos', { fault: 'reorg', options: { blocks: 1 } })).toMatchObject({
    reorg: { abandoned: [expect.any(String)] },
  });
});

test('12: every operation is reached by its name, with names, units and Clarity texts', async () => {
  const operation = (name: string, fields?: object) => agent.use('operation', { name, arguments: fields });
  expect(await operation('faucet.stx', { address: 'wallet_4', amount: '1.5STX', wait: false })).toMatchObject({ amount: '1500000' });
  expect(await operation('state.setStxBalance', { principal: 'wallet_4', amount: '7STX' })).toMatchObject({ status: 'success' });
  expect(await operation('balance', { address: 'wallet_4' })).toMatchObject({ stx: '7000000' });
  const counter = 'counter';
  expect(await operation('state.setDataVar', { contract: counter, name: 'count', value: 'u41' })).toMatchObject({ status: 'success' });
  expect(await agent.text('read', { contract: counter, function: 'get-count' })).toBe('u41');
  const before = await agent.use<Heights>('status');
  expect(await operation('mine', { bitcoin: 1 })).toMatchObject({ bitcoin: { height: before.bitcoin.height + 1 } });
  expect(await operation('sbtc.configure', { feeRate: 3 })).toMatchObject({ feeRate: 3 });
  expect(await operation('impersonate', { principal: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' })).toMatchObject({ ready: true });
});

test('error: a wrong operation is answered with the names, and wrong arguments with the fields', async () => {
  expect(await agent.failure('operation', { name: 'faucet.stcks' })).toContain('did you mean faucet.btc, faucet.stx or faucet.sbtc?');
  const unknown = await agent.failure('operation', { name: 'faucet.stx', arguments: { address: 'wallet_1', to: 'wallet_1' } });
  expect(unknown).toContain('to: unknown key');
  expect(unknown).toContain('The fields of faucet.stx: address (');
  expect(unknown).toContain('amount (optional: a whole number of micro-STX of at least 1, or with its unit, such as 1.5STX)');
  const wrong = await agent.failure('operation', { name: 'mine', arguments: { bitcoin: 0 } });
  expect(wrong).toContain('bitcoin: expected a whole number, 1 to 10000, received 0');
  expect(wrong).toContain('The fields of mine: bitcoin (optional: ');
  expect(await agent.failure('operation', { name: 'chaos.clear', arguments: { all: true } })).toContain('chaos.clear has no fields.');
  expect(await agent.failure('operation', { name: 'restore', arguments: { id: 'nowhere' } })).toMatch(
    /^NOT_FOUND: nowhere: no such snapshot/,
  );
});

test('behavior: advice names tools, and for others the tool that reaches every operation', async () => {
  const txid = 'ab'.repeat(32);
  expect(await agent.failure('trace', { txid })).toContain(
    `Wait until it is in a block: the tool operation {"name":"stacks.waitForTx","arguments":{"txid":"${txid}"}}.`,
  );
  expect(await agent.failure('read', { contract: 'counter', function: 'add', args: ['u1'] })).toContain('It writes: use the tool call.');
});

test('13: read what happened, and the documentation', async () => {
  expect(await agent.text('logs', { lines: 200 })).toContain('wallet_3 calls deployer.counter add u5');
  expect(await agent.text('docs', { query: 'restore snapshot' })).toMatch(/^# (?:README\.md|docs\/[\w-]+\.md): /);
  expect(await agent.text('docs', { query: 'ab12'.repeat(125) })).toBe('No section has these words.');
  expect(await agent.failure('docs', { query: 'ab12'.repeat(10_000) })).toContain('query: expected a few words, at most 500 characters');
});
