import { expect, test } from 'vitest';
import { permissionsBy } from '#dist/node/bitcoin/peers/permissions.js';

test('default: peers may send mempool', () => {
  expect(permissionsBy([])('127.0.0.1')).toEqual(['mempool']);
});

test('option: permissions by address and network, together', () => {
  const permissionsOf = permissionsBy([
    { permissions: ['noban'], address: '127.0.0.0', prefix: 8 },
    { permissions: ['relay', 'noban'], address: '127.0.0.1', prefix: 32 },
    { permissions: ['addr'], address: '::1', prefix: 128 },
  ]);
  expect(permissionsOf('127.0.0.1')).toEqual(['noban', 'relay', 'mempool']);
  expect(permissionsOf('127.3.4.5')).toEqual(['noban', 'mempool']);
  expect(permissionsOf('10.0.0.1')).toEqual(['mempool']);
  expect(permissionsOf('::1')).toEqual(['mempool', 'addr']);
});
