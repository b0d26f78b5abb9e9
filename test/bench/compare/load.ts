import { getAddressFromPrivateKey } from '@stacks/transactions';
import { type Queue, type Sender, signCalls, signTransfers } from '../load.js';

/**
 * How many transactions a visit sends. Of the first ones, `warmUp` are not measured, then `single` are. Programs in JavaScript get faster
 * while they
 * run, so `later` follow after `settle` that are not measured.
 */
export const LOAD = { clients: 20, warmUp: 50, single: 100, settle: 1350, later: 300, eachWaiting: 60, eachCalls: 50 };

/** The transfers that one client sends, without one more that changes a state to be restored. */
export const TRANSFERS = LOAD.warmUp + LOAD.single + LOAD.settle + LOAD.later;

/** Private keys that every network of a comparison pays first: one client, the deployer of a contract, and the clients. */
export const KEYS = Array.from({ length: 2 + LOAD.clients }, (_, index) => (index + 1).toString(16).padStart(64, '0'));

/** Signed transactions of Stacks. A network that has just started accepts them, so they are signed once for all. */
export type Load = { addresses: string[]; single: Queue; waiting: Queue[]; deploy: Queue; calls: Queue[] };

export async function signLoad(): Promise<Load> {
  const senders = KEYS.map((key) => ({ privateKey: `${key}01`, stx: { address: getAddressFromPrivateKey(`${key}01`, 'testnet') } }));
  const [first, deployer, ...clients] = senders as [Sender, Sender, ...Sender[]];
  const { address } = deployer.stx;
  const [single = []] = await signTransfers([first], address, TRANSFERS + 1);
  const waiting = await signTransfers(clients, address, LOAD.clients * LOAD.eachWaiting);
  const [deploy = [], ...calls] = await signCalls(deployer, clients, LOAD.clients * LOAD.eachCalls, LOAD.eachWaiting);
  return { addresses: senders.map(({ stx }) => stx.address), single, waiting, deploy, calls };
}
