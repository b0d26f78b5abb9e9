import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { UIntValue } from '#dist/clarity/values/value.js';
import { call, sessionWith } from '../run.js';

const blockHash = (height: number) => `0x${createHash('sha256').update(`block ${height}`).digest('hex')}`;

test('at-block goes back on the Stacks chain; on the burn chain only before epoch 3.0', () => {
  const read = '(define-read-only (read) { burn: burn-block-height, hash: (is-some (get-burn-block-info? header-hash u102)) })';
  const at = `(define-read-only (read-at) (at-block ${blockHash(1)} (read)))`;
  const results = (['2.5', '3.0'] as const).map((epoch) => {
    const session = sessionWith({ epoch, version: 2 });
    session.mine(3);
    session.deploy({ contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.past', source: `${read} ${at}`, version: 2 });
    return ['read', 'read-at'].map((fn) => call(session, 'past', fn));
  });
  expect(results).toEqual([
    ['(tuple (burn u104) (hash true))', '(tuple (burn u100) (hash false))'],
    ['(tuple (burn u105) (hash true))', '(tuple (burn u105) (hash true))'],
  ]);
});

test('before epoch 3.0, the genesis block knows no burn chain', () => {
  const source = `(define-read-only (read) (at-block ${blockHash(0)} (get-burn-block-info? header-hash u0)))`;
  expect(call(sessionWith({ epoch: '2.5', contracts: { past: source } }), 'past', 'read')).toBe('none');
  expect(call(sessionWith({ epoch: '3.0', contracts: { past: source } }), 'past', 'read')).toMatch(/^\(some 0x/);
});

test('the genesis block has no reward, and nobody spent anything for it; other blocks have a reward when it is mature', () => {
  const properties = ['block-reward', 'miner-spend-total', 'miner-spend-winner'];
  const source = properties.map((name) => `(define-read-only (read-${name} (height uint)) (get-tenure-info? ${name} height))`).join('\n');
  const session = sessionWith({ epoch: '3.0', version: 3, contracts: { past: source } });
  session.mine(120);
  const read = (fn: string, height: bigint) => call(session, 'past', `read-${fn}`, [new UIntValue(height)]);
  expect(properties.map((name) => read(name, 0n))).toEqual(['none', '(some u0)', '(some u0)']);
  const heights = Array.from({ length: 130 }, (_, height) => height).filter((height) => read('block-reward', BigInt(height)) !== 'none');
  const tip = 122;
  expect([heights[0], heights.at(-1)]).toEqual([1, tip - 102]);
});
