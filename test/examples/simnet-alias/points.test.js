import { initSimnet } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';
import { expect, it } from 'vitest';

const simnet = await initSimnet();
const alice = simnet.getAccounts().get('alice');

it('counts what an account earns', () => {
  const { result } = simnet.callPublicFn('points', 'earn', [Cl.uint(5)], alice);
  expect(result).toEqual(Cl.ok(Cl.bool(true)));
  expect(simnet.execute('(contract-call? .points earn u0)').result).toEqual(Cl.error(Cl.uint(400)));
});
