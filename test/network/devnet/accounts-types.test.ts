import type { Account, Accounts, Devnet } from 'stacks-devnet';
import { expect, expectTypeOf, test } from 'vitest';

declare module 'stacks-devnet' {
  interface NamedAccounts {
    treasury: true;
  }
}

test('default: a name with a mistake does not compile', () => {
  const read = (accounts: Accounts, index: number) => {
    expectTypeOf(accounts.wallet_1).toEqualTypeOf<Account>();
    expectTypeOf(accounts.treasury).toEqualTypeOf<Account>();
    expectTypeOf(accounts[`wallet_${index}`]).toEqualTypeOf<Account | undefined>();
    expectTypeOf(Object.values(accounts)).toEqualTypeOf<Account[]>();
    // @ts-expect-error: no account has this name
    return accounts.walet_1;
  };
  expectTypeOf<Devnet['accounts']>().toEqualTypeOf<Accounts>();
  expect(read({} as Accounts, 1)).toBeUndefined();
});
