import { Cl, signStructuredData } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { grantToManager, permitStacking } from '#dist/stacks/protocol/signing/signer-permission.js';

const privateKey = '11'.repeat(32);
const chainId = 0x80000000;
const domain = (name: string) => Cl.tuple({ name: Cl.stringAscii(name), version: Cl.stringAscii('1.0.0'), 'chain-id': Cl.uint(chainId) });
const sign = (name: string, message: ReturnType<typeof Cl.tuple>) =>
  signStructuredData({ domain: domain(name), message, privateKey: `${privateKey}01` });

test.each(['stack-stx', 'stack-extend'] as const)('default: permits %s in pox-4 as stacks.js does', (topic) => {
  const hash = Buffer.alloc(20, 7);
  const permission = { topic, hash, cycle: 3, cycles: 12, amount: 5_000_000n, authId: 9 };
  const message = Cl.tuple({
    'pox-addr': Cl.tuple({ version: Cl.bufferFromHex('00'), hashbytes: Cl.buffer(hash) }),
    'reward-cycle': Cl.uint(3),
    topic: Cl.stringAscii(topic),
    period: Cl.uint(12),
    'max-amount': Cl.uint(5_000_000),
    'auth-id': Cl.uint(9),
  });
  expect(permitStacking(permission, { privateKey, chainId }).toString('hex')).toBe(sign('pox-4-signer', message));
});

test('default: grants to a manager in pox-5 as stacks.js does', () => {
  const manager = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.manager';
  const message = Cl.tuple({
    topic: Cl.stringAscii('grant-authorization'),
    'signer-manager': Cl.principal(manager),
    'auth-id': Cl.uint(1),
  });
  expect(grantToManager({ manager, authId: 1 }, { privateKey, chainId }).toString('hex')).toBe(sign('pox-5-signer', message));
});

test('error: a manager is a contract', () => {
  const grant = { manager: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', authId: 1 };
  expect(() => grantToManager(grant, { privateKey, chainId })).toThrow(RangeError);
});
