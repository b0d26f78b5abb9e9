import { DevnetError } from '../../base/error.js';
import type { StacksClient } from '../../stacks/client.js';
import type { ProjectAccount, StackingOrder } from '../clarinet/types.js';
import { dueOrder } from './due.js';
import { signStacking } from './pox-4.js';

/** An order with its account. */
export type AccountOrder = { order: StackingOrder; account: ProjectAccount };

export type OrderNetwork = {
  stacks: Pick<StacksClient, 'pox' | 'account' | 'info' | 'broadcast'>;
  /** The private key (64 hex digits) of the signer that stackers choose. @default the key of each account */
  signerKey: string | undefined;
};

/** Micro-STX for a call. */
const FEE = 1_000n;

/**
 * Sends what an order asks for in the current reward cycle.
 * @returns the txid with 0x; undefined if nothing is due
 * @throws DevnetError INVALID_INPUT if the account has too little STX, or the node refuses the call
 */
export async function placeOrder({ order, account }: AccountOrder, { stacks, signerKey }: OrderNetwork): Promise<string | undefined> {
  const [pox, state, { networkId: chainId }] = await Promise.all([stacks.pox(), stacks.account(account.address), stacks.info()]);
  const { rewardCycle: cycle, burnHeight, firstBurnHeight, rewardLength } = pox;
  const lastLocked = state.locked === 0n ? undefined : Math.floor((state.unlockHeight - firstBurnHeight) / rewardLength) - 1;
  const due = dueOrder(order, cycle, lastLocked);
  if (due === undefined) return undefined;
  const amount = due.action === 'stack' ? pox.minAmount * BigInt(order.slots) : state.locked;
  if (due.action === 'stack' && state.balance < amount + FEE) {
    const needed = `${order.slots} slots need ${amount + FEE} micro-STX, the account has ${state.balance}`;
    throw orderProblem(order, `${needed}. It is skipped in this reward cycle. Raise the balance of the account, or lower slots.`);
  }
  const privateKey = account.privateKey.slice(0, 64);
  const signing = { privateKey, nonce: state.nonce, fee: FEE, chainId };
  const where = { btcAddress: order.btcAddress, amount, cycle, burnHeight };
  try {
    return await stacks.broadcast(await signStacking({ ...due, ...where, signing, signerKey: signerKey ?? privateKey }));
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
    throw orderProblem(order, `the node refused it: ${error.reason ?? error.message}`, error);
  }
}

/** Creates the error of an order. */
export function orderProblem({ wallet, startAtCycle }: StackingOrder, text: string, cause?: unknown): DevnetError {
  const message = `settings/Devnet.toml: the stacking order of ${wallet} from cycle ${startAtCycle}: ${text}`;
  return new DevnetError('INVALID_INPUT', message, { field: 'pox_stacking_orders', cause });
}

/** Returns the orders of a project with their accounts. */
export function accountOrders(orders: readonly StackingOrder[], accounts: readonly ProjectAccount[]): AccountOrder[] {
  return orders.flatMap((order) => {
    const account = accounts.find(({ label }) => label === order.wallet);
    return account === undefined ? [] : [{ order, account }];
  });
}
