import { Cl, type ClarityValue } from '@stacks/transactions';
import type { Devnet } from '#dist/network/types.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { account, sbtcOf, stacksGet } from '../devnet.js';
import { grantOf, MANAGER } from './manager.js';
import { sender } from './support.js';

/** What a network of Epoch 4.0 answered: equal on every engine that has just become ready. */
export type Staking = { steps: [name: string, result: string, events: string[]][]; state: Record<string, unknown> };

/**
 * Takes the steps of staking on a network that has just become ready: a signer's manager, its grant, stakes, a bond, and their rewards two
 * cycles later.
 * Less is staked than a signer needs to be in the set: nobody signs for it, so a network of real nodes would stop.
 */
export async function stake(devnet: Devnet): Promise<Staking> {
  const steps: Staking['steps'] = [];
  const { deploy, call } = sender(devnet, async (txid) => {
    const events = (await devnet.stacks.receipt(txid))?.events ?? [];
    return events.toSorted((a, b) => a.event_index - b.event_index).map(shown);
  });
  const take = async (name: string, sent: Promise<{ result: string; events: string[] }>) => {
    const { result, events } = await sent;
    steps.push([name, result, events]);
  };
  const principal = (name: string) => account(devnet, name).stx.address;
  const signer = account(devnet, 'wallet_1');
  const manager = Cl.principal(`${signer.stx.address}.manager`);
  const staker = Cl.principal(principal('wallet_2'));
  const pox5 = (who: string, fn: string, ...args: ClarityValue[]) => call(who, POX_5, fn, ...args);
  const { height } = (await devnet.status()).bitcoin;
  const start = Cl.uint(height);

  await take('deploy the manager', deploy('wallet_1', 'manager', MANAGER));
  const [key, signature] = grantOf(signer.privateKey, manager.value);
  await take('a grant by another', pox5('wallet_2', 'grant-signer-key', key, manager, Cl.uint(1), signature));
  await take('register', call('wallet_1', manager.value, 'register', manager, key, Cl.uint(1), signature));
  await take('register again', call('wallet_1', manager.value, 'register', manager, key, Cl.uint(1), signature));
  await take('stake too much', pox5('wallet_3', 'stake', manager, Cl.uint(10n ** 18n), Cl.uint(2), start, Cl.none()));
  await take('stake too long', pox5('wallet_3', 'stake', manager, Cl.uint(10_000_000_000), Cl.uint(97), start, Cl.none()));
  await take('stake', pox5('wallet_3', 'stake', manager, Cl.uint(10_000_000_000), Cl.uint(2), start, Cl.none()));
  await take('stake again', pox5('wallet_3', 'stake', manager, Cl.uint(10_000_000_000), Cl.uint(2), start, Cl.none()));
  await take('stake more', pox5('wallet_3', 'stake-update', manager, manager, Cl.uint(1), Cl.uint(5), Cl.none()));

  const allowed = Cl.list([Cl.tuple({ staker, 'max-sats': Cl.uint(1_000_000) })]);
  const bond = [Cl.uint(0), Cl.uint(1000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(35)), allowed];
  const enter = (sats: number) =>
    pox5('wallet_2', 'register-for-bond', Cl.uint(0), manager, Cl.uint(10_000_000_000), Cl.error(Cl.uint(sats)), Cl.none());
  await take('a bond by another', pox5('wallet_2', 'setup-bond', ...bond));
  await take('set up a bond', pox5('deployer', 'setup-bond', ...bond));
  await take('enter with too much', enter(1_000_001));
  await take('enter', enter(1_000_000));
  await take('take sBTC back', pox5('wallet_2', 'unstake-sbtc', manager, Cl.uint(400_000)));
  await take('unstake before the cycle', pox5('wallet_3', 'unstake', manager));

  const state: Staking['state'] = { ready: await stateOf(devnet, 4) };
  await devnet.mineUntil({ phase: 'prepare' });
  state['prepare phase'] = await stateOf(devnet, 4);
  await take('stake in the prepare phase', pox5('wallet_4', 'stake', manager, Cl.uint(10_000_000_000), Cl.uint(2), start, Cl.none()));
  await devnet.mineUntil({ cycle: 5 });
  const rewards = [Cl.uint(200_000), Cl.principal(principal('wallet_4')), Cl.principal(POX_5), Cl.none()];
  await take('rewards', call('wallet_4', `${DEFAULT_DEPLOYER}.sbtc-token`, 'transfer', ...rewards));
  await devnet.bitcoin.mine(11);
  await take('without the bond', pox5('deployer', 'calculate-rewards', Cl.list([])));
  await take('calculate', pox5('deployer', 'calculate-rewards', Cl.list([Cl.uint(0)])));
  await take('calculate again', pox5('deployer', 'calculate-rewards', Cl.list([Cl.uint(0)])));
  await take('claim', call('wallet_1', manager.value, 'claim', Cl.list([Cl.uint(0)]), Cl.uint(5)));
  await take('claim again', call('wallet_1', manager.value, 'claim', Cl.list([Cl.uint(0)]), Cl.uint(5)));
  state['cycle 5'] = await stateOf(devnet, 5);
  const holders = { manager: manager.value, staker: staker.value, pox5: POX_5 };
  state['sBTC'] = Object.fromEntries(
    await Promise.all(Object.entries(holders).map(async ([name, holder]) => [name, `${await sbtcOf(devnet, holder)}`])),
  );
  for (const name of ['wallet_2', 'wallet_3']) {
    const { locked, unlock_height: unlock } = await stacksGet(devnet, `/v2/accounts/${principal(name)}?proof=0`);
    state[name] = { locked, unlock };
  }
  return { steps, state };
}

/** An event without what depends on the block. */
function shown({ type, ...event }: { type: string; [detail: string]: unknown }): string {
  const { raw_value: _, ...detail } = event[type] as Record<string, unknown>;
  return `${type} ${JSON.stringify(detail)}`;
}

/** What a node says of a reward cycle, without what depends on the supply. */
async function stateOf(devnet: Devnet, cycle: number): Promise<unknown> {
  const pox = await stacksGet(devnet, '/v2/pox');
  const { id, is_pox_active } = pox['current_cycle'] as Record<string, unknown>;
  const { min_increment_ustx: _, ...next } = pox['next_cycle'] as Record<string, unknown>;
  return {
    ...{ contract: pox['contract_id'], cycle: id, is_pox_active, min_amount_ustx: pox['min_amount_ustx'], next },
    ...{ epochs: (pox['epochs'] as Record<string, unknown>[]).map(({ epoch_id, start_height }) => `${epoch_id} ${start_height}`) },
    contract_versions: pox['contract_versions'],
    stacker_set: await stacksGet(devnet, `/v3/stacker_set/${cycle}`),
  };
}
