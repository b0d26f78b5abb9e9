import { Cl } from '@stacks/transactions';
import { describe, expect, it } from 'vitest';

const alice = simnet.getAccounts().get('alice');

describe('points', () => {
  it('counts what an account earns', () => {
    const { result, events } = simnet.callPublicFn('points', 'earn', [Cl.uint(5)], alice);
    expect(result).toBeOk(Cl.bool(true));
    expect(events[0].data.value).toBeTuple({ event: Cl.stringAscii('earned'), amount: Cl.uint(5) });
    expect(simnet.getMapEntry('points', 'earned', Cl.principal(alice))).toBeSome(Cl.uint(5));
    expect(simnet.getAssetsMap().get('.points.point')?.get(alice)).toBe(5n);
  });

  it('begins without points', () => {
    expect(simnet.getDataVar('points', 'total')).toBeUint(0);
    expect(simnet.callPublicFn('points', 'earn', [Cl.uint(0)], alice).result).toBeErr(Cl.uint(400));
    expect(() => simnet.callReadOnlyFn('points', 'average', [Cl.uint(0)], alice)).toThrow('DivisionByZero');
  });
});
