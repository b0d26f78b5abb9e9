import assert from 'node:assert/strict';
import { Cl } from '@stacks/transactions';
import { connectDevnet, type Devnet, startDevnet } from 'stacks-devnet';
import { createTestNetworks } from '#dist/clients/testing/test-networks.js';
import { counter } from '../../suite-of-a-copy.js';

/** Runs tests that each begin with the same deployed contract. */
export type World = {
  /** How many tests run at the same time. */
  atOnce: number;
  /** Runs one test on a state that no other test changed. */
  run(step: number): Promise<void>;
  close(): Promise<void>;
};

/** Networks of this package, by copies or restores, in process or over HTTP; and clarinet-sdk's simnet. */
export const worlds = {
  test: async () => copies(await startDevnet()),
  run: async () => restores(await startDevnet()),
  'test-http': async () => copies(await connectDevnet()),
  'run-http': async () => restores(await connectDevnet()),
  simnet,
} satisfies Record<string, () => Promise<World>>;

/** What a test with `useDevnet({ per: 'test' })` does, in the file's network. */
async function copies(devnet: Devnet): Promise<World> {
  await prepare(devnet);
  const networks = createTestNetworks(devnet, '');
  return { atOnce: 8, run: (step) => networks.run(() => use(networks.current(), step)), close: devnet.close };
}

async function restores(devnet: Devnet): Promise<World> {
  await prepare(devnet);
  const id = await devnet.snapshot();
  const run = async (step: number): Promise<void> => {
    await use(devnet, step);
    await devnet.restore(id);
  };
  return { atOnce: 1, run, close: devnet.close };
}

async function prepare(devnet: Devnet): Promise<void> {
  await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
}

/** Two calls, a transfer, and three checks. */
async function use(devnet: Devnet, step: number): Promise<void> {
  const contract = devnet.contract('counter');
  const { wallet_2 } = devnet.accounts;
  for (let call = 0; call < 2; call++) await contract.call('add', [BigInt(step)], { as: 'wallet_1' });
  await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: BigInt(step), as: 'wallet_3' });
  assert.equal(await contract.read('get-count'), BigInt(2 * step));
  const balances = await devnet.balances();
  const nonce = (name: string) => balances.find((balance) => balance.name === name)?.stx.nonce;
  assert.deepEqual([nonce('wallet_1'), nonce('wallet_3')], [2, 1]);
}

/** Each test has a new session, as with `initBeforeEach` of clarinet's environment for Vitest. */
async function simnet(): Promise<World> {
  const { initSimnet } = await import('@stacks/clarinet-sdk');
  const session = await initSimnet();
  const run = async (step: number): Promise<void> => {
    await session.initSession(process.cwd(), './Clarinet.toml', undefined);
    session.setEpoch('3.4');
    const accounts = session.getAccounts();
    const [deployer = '', wallet1 = '', wallet2 = '', wallet3 = ''] = ['deployer', 'wallet_1', 'wallet_2', 'wallet_3'].map(
      (name) => accounts.get(name) ?? '',
    );
    const balance = () => session.getAssetsMap().get('STX')?.get(wallet2) ?? 0n;
    const before = balance();
    session.deployContract('counter', counter, null, deployer);
    for (let call = 0; call < 2; call++) session.callPublicFn('counter', 'add', [Cl.uint(step)], wallet1);
    session.transferSTX(step, wallet2, wallet3);
    assert.deepEqual(session.callReadOnlyFn('counter', 'get-count', [], wallet1).result, Cl.uint(2 * step));
    assert.equal(balance() - before, BigInt(step));
  };
  return { atOnce: 1, run, close: async () => undefined };
}
