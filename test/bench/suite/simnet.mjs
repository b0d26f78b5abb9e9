// The suite on Clarinet's simnet: each test has a session of its own. There are no blocks of a network, and there is no Bitcoin.
import path from 'node:path';
import { initSimnet } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { SOURCE } from './counter.js';

const { SUITE_MANIFEST: manifest } = process.env;
const simnet = await initSimnet(manifest);

export function suite(tests) {
  for (let index = 0; index < tests; index++) {
    test(`counts ${index}`, async () => {
      await simnet.initSession(path.dirname(manifest), manifest, undefined);
      simnet.setEpoch('3.4');
      const { deployer } = simnet;
      const wallet = simnet.getAccounts().get('alice');
      const balance = () => simnet.getAssetsMap().get('STX').get(wallet);
      const before = balance();
      simnet.mintSTX(wallet, 1_000_000n);
      expect(balance()).toBe(before + 1_000_000n);
      simnet.deployContract('counted', SOURCE, null, deployer);
      for (let call = 1; call <= 5; call++) {
        const { result, events } = simnet.callPublicFn(`${deployer}.counted`, 'add', [Cl.uint(2)], wallet);
        expect(Cl.prettyPrint(result)).toBe(`(ok u${2 * call})`);
        expect(Cl.prettyPrint(events[0].data.value)).toContain(`count: u${2 * call}`);
      }
      expect(Cl.prettyPrint(simnet.callReadOnlyFn(`${deployer}.counted`, 'get-count', [], wallet).result)).toBe('u10');
    });
  }
}
