// The suite on this project: each test has a copy of the file's network.
import { useDevnet } from 'stacks-devnet/vitest';
import { expect, test } from 'vitest';
import { SOURCE } from './counter.js';

const net = useDevnet({ per: 'test' });

export function suite(tests) {
  for (let index = 0; index < tests; index++) {
    test(`counts ${index}`, async () => {
      const { devnet } = net;
      const { stx } = devnet.accounts.wallet_1;
      const before = (await devnet.balance('wallet_1')).stx;
      await devnet.faucet.stx(stx.address);
      expect((await devnet.balance('wallet_1')).stx).toBeGreaterThan(before);
      await devnet.stacks.deploy({ name: 'counter', source: SOURCE, as: 'deployer', expect: 'ok' });
      const counter = devnet.contract('counter');
      for (let call = 1; call <= 5; call++) {
        const { events } = await counter.call('add', { n: 2n }, { as: 'wallet_1', expect: 'ok' });
        expect(events[0].contract_event.value.repr).toBe(`(tuple (added u2) (count u${2 * call}))`);
      }
      expect(await counter.read('get-count')).toBe(10n);
    });
  }
}
