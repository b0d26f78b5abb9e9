import { readFile } from 'node:fs/promises';
import { Cl } from '@stacks/transactions';
import { expect } from 'vitest';
import { POX_5 } from '#dist/chains/stacks/pox-5.js';
import type { Devnet } from '#dist/devnet/types.js';
import { account, bootDevnet, sbtcOf, stacksGet } from '../devnet.js';
import { temporaryFolder } from '../disposable-folder.js';
import { testWithNodes } from '../engines/real-nodes/launch/native/real-nodes.js';
import { describePox5 } from './description.js';
import { registerSigner, sender } from './support.js';

/** Cycles, heights and bonds count from another start on each engine. */
function relative(result: string): string {
  return result.replace(/((?:cycle|height|bond-index) )u\d+/g, '$1u…');
}

/** Registers a signer, stakes and enters a bond. Returns all results, and what the accounts then have. */
async function stakeAndBond(devnet: Devnet, bond: number): Promise<unknown> {
  const signing = sender(devnet);
  const { call } = signing;
  const manager = Cl.principal(await registerSigner(devnet, signing));
  const { height } = (await devnet.status()).bitcoin;
  // Less than a signer needs to be in the set: nobody signs for this one, so a real network would stop with it.
  const stake = (...changed: bigint[]) => {
    const [amount = 10_000_000_000n, cycles = 2n] = changed;
    return call('wallet_3', POX_5, 'stake', manager, Cl.uint(amount), Cl.uint(cycles), Cl.uint(height), Cl.none());
  };
  const staker = account(devnet, 'wallet_2').stx.address;
  const allowed = Cl.list([Cl.tuple({ staker: Cl.principal(staker), 'max-sats': Cl.uint(1_000_000) })]);
  const setup = [Cl.uint(bond), Cl.uint(1000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(35)), allowed];
  const enter = (sats: number) =>
    call('wallet_2', POX_5, 'register-for-bond', Cl.uint(bond), manager, Cl.uint(10_000_000_000), Cl.error(Cl.uint(sats)), Cl.none());
  const results = [
    await stake(10n ** 18n),
    await stake(10_000_000_000n, 97n),
    await stake(),
    await stake(),
    await call('wallet_3', POX_5, 'stake-update', manager, manager, Cl.uint(1), Cl.uint(5), Cl.none()),
    await call('wallet_2', POX_5, 'setup-bond', ...setup),
    await call('deployer', POX_5, 'setup-bond', ...setup),
    await enter(1_000_001),
    await enter(1_000_000),
    await call('wallet_2', POX_5, 'unstake-sbtc', manager, Cl.uint(400_000)),
    await call('wallet_3', POX_5, 'unstake', manager),
  ];
  const { locked } = await stacksGet(devnet, `/v2/accounts/${account(devnet, 'wallet_3').stx.address}?proof=0`);
  return { results: results.map(relative), locked, sats: [await sbtcOf(devnet, staker), await sbtcOf(devnet, POX_5)] };
}

testWithNodes(
  'the embedded engine takes pox-5 of a native network in Epoch 4.0, both with default settings: the same results',
  async () => {
    const manual = { mining: { bitcoin: 'manual' } } as const;
    await using native = await bootDevnet({ ...manual, engine: 'native' });
    await using folder = await temporaryFolder('boot-contracts');
    await using embedded = await bootDevnet({ ...manual, cache: { dir: folder.path }, bootContracts: native.urls.stacks });
    const { bootContracts } = await embedded.status();
    expect(bootContracts?.contracts).toContain(POX_5);
    expect(bootContracts?.contracts.filter((contract) => contract.includes('sbtc'))).toEqual([]);

    const path = POX_5.replace('.', '/');
    const { source } = await stacksGet(native, `/v2/contracts/source/${path}`);
    expect((await stacksGet(embedded, `/v2/contracts/source/${path}`))['source']).toBe(source);
    const recorded = JSON.parse(await readFile(new URL('../fixtures/pox-5/stacks-node-4.0.2.json', import.meta.url), 'utf8'));
    for (const devnet of [native, embedded]) {
      expect(describePox5(await stacksGet(devnet, `/v2/contracts/interface/${path}`), String(source))).toEqual(recorded);
    }

    const outcome = await stakeAndBond(embedded, 1);
    expect(outcome).toMatchObject({ locked: `0x${10_000_000_005n.toString(16).padStart(32, '0')}`, sats: [999_400_000n, 600_000n] });
    expect(await stakeAndBond(native, 0)).toEqual(outcome);
  },
);
