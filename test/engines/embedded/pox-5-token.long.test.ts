import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { account, bootDevnet, sbtcOf, stacksGet } from '../../devnet.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { registerSigner, sender } from '../../pox-5/support.js';

const OTHER_DEPLOYER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** Puts sBTC into a bond and pays rewards in sBTC: both must move the token of this deployer. */
async function expectOwnToken(devnet: Devnet, deployer: string): Promise<void> {
  expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({
    pox_5_sbtc_contract: `${deployer}.sbtc-token`,
    pox_5_sbtc_registry_contract: `${deployer}.sbtc-registry`,
  });
  const signing = sender(devnet);
  const { call } = signing;
  const manager = await registerSigner(devnet, signing);
  const staker = account(devnet, 'wallet_2').stx.address;
  const allowed = Cl.list([Cl.tuple({ staker: Cl.principal(staker), 'max-sats': Cl.uint(1_000_000) })]);
  const bond = [Cl.uint(0), Cl.uint(1000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(35)), allowed];
  expect(await call('deployer', POX_5, 'setup-bond', ...bond)).toMatch(/^\(ok/);
  const register = [Cl.uint(0), Cl.principal(manager), Cl.uint(10_000_000_000), Cl.error(Cl.uint(1_000_000)), Cl.none()];
  expect(await call('wallet_2', POX_5, 'register-for-bond', ...register)).toMatch(/^\(ok/);
  expect([await sbtcOf(devnet, staker, deployer), await sbtcOf(devnet, POX_5, deployer)]).toEqual([999_000_000n, 1_000_000n]);

  const { cycle } = await devnet.status();
  await devnet.mineUntil({ cycle: cycle.id + 2 });
  const rewards = [Cl.uint(200_000), Cl.principal(account(devnet, 'wallet_3').stx.address), Cl.principal(POX_5), Cl.none()];
  expect(await call('wallet_3', `${deployer}.sbtc-token`, 'transfer', ...rewards)).toBe('(ok true)');
  await devnet.bitcoin.mine(11);
  expect(await call('deployer', POX_5, 'calculate-rewards', Cl.list([Cl.uint(0)]))).toMatch(/^\(ok/);
  expect(await call('wallet_1', manager, 'claim', Cl.list([Cl.uint(0)]), Cl.uint(cycle.id + 2))).toMatch(/^\(ok/);
  // The target rate of the bond, 10 % for a year, for half a cycle.
  expect(await sbtcOf(devnet, manager, deployer)).toBe(2_000n);
}

const manual = { epoch: '4.0', mining: { bitcoin: 'manual' } } as const;

test.each([DEFAULT_DEPLOYER, OTHER_DEPLOYER])(
  'default: bonds and rewards of pox-5 are in the sBTC of the network, deployed by %s',
  async (deployer) => {
    await using devnet = await bootDevnet({ ...manual, sbtc: { deployer } });
    await expectOwnToken(devnet, deployer);
  },
);

test("behavior: pox-5 of another node pays in this network's sBTC, not in that of the node", async () => {
  await using other = await bootDevnet(manual);
  for (const deployer of [DEFAULT_DEPLOYER, OTHER_DEPLOYER]) {
    await using folder = await temporaryFolder('boot-contracts');
    const cache = { dir: folder.path };
    await using devnet = await bootDevnet({ ...manual, cache, sbtc: { deployer }, bootContracts: other.urls.stacks });
    const { bootContracts } = await devnet.status();
    expect(bootContracts?.contracts).toContain(POX_5);
    expect(bootContracts?.contracts.filter((contract) => contract.includes('sbtc'))).toEqual([]);
    await expectOwnToken(devnet, deployer);
  }
});

test('behavior: without sBTC of its own, a network takes the token of the node, but not what the registry only trusts', async () => {
  await using other = await bootDevnet(manual);
  await using folder = await temporaryFolder('boot-contracts');
  await using devnet = await bootDevnet({ ...manual, cache: { dir: folder.path }, sbtc: false, bootContracts: other.urls.stacks });
  const { bootContracts } = await devnet.status();
  expect(bootContracts?.contracts.filter((contract) => contract.includes('sbtc'))).toEqual([
    `${DEFAULT_DEPLOYER}.sbtc-registry`,
    `${DEFAULT_DEPLOYER}.sbtc-token`,
  ]);
  expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({ pox_5_sbtc_contract: `${DEFAULT_DEPLOYER}.sbtc-token` });
});
