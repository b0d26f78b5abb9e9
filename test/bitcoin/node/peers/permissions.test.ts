import { expect, test } from 'vitest';
import { permissionsBy } from '#dist/bitcoin/node/peers/permissions.js';

test('default: peers have no permissions', () => {
  expect(permissionsBy([])('127.0.0.1', true)).toEqual([]);
});

test('option: permissions by address and network, together with what they include', () => {
  const permissionsOf = permissionsBy([
    { permissions: ['noban'], address: '127.0.0.0', prefix: 8 },
    { permissions: ['forcerelay', 'noban'], address: '127.0.0.1', prefix: 32 },
    { permissions: ['addr'], address: '::1', prefix: 128 },
  ]);
  expect(permissionsOf('127.0.0.1', true)).toEqual(['noban', 'forcerelay', 'relay', 'download']);
  expect(permissionsOf('127.3.4.5', true)).toEqual(['noban', 'download']);
  expect(permissionsOf('10.0.0.1', true)).toEqual([]);
  expect(permissionsOf('::1', true)).toEqual(['addr']);
});

test('option: permissions of the connections that this node opens', () => {
  const list = { permissions: ['noban'], address: '127.0.0.1', prefix: 32 } as const;
  const both = [true, false];
  const of = (...lists: Parameters<typeof permissionsBy>[0]) =>
    both.map((inbound) => permissionsBy(lists)('127.0.0.1', inbound).length > 0);
  expect(of(list)).toEqual([true, false]);
  expect(of({ ...list, inbound: false, outbound: true })).toEqual([false, true]);
  expect(of({ ...list, outbound: true })).toEqual([true, true]);
});
