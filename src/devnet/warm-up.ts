import { addressScript } from '../bitcoin/address.js';
import type { BitcoinRpc } from '../bitcoin/rpc.js';
import type { StacksRpc } from '../stacks/rpc.js';
import type { Account } from './types.js';

/** How long after the network is up, in ms: whoever waits for it is told first. */
const AFTER = 50;

/**
 * Loads what the first payment on each chain needs, by asking what changes nothing, while nobody waits for it: a third of a second
 * that would else be part of the first payment.
 * @param closed fires when the network ends
 */
export function warmUp(
  { bitcoin, stacks, account }: { bitcoin: BitcoinRpc; stacks: StacksRpc; account: Account | undefined },
  closed: AbortSignal,
): void {
  const load = async (): Promise<void> => {
    const { chain } = await bitcoin.blockchain();
    if (account === undefined) return;
    await addressScript(account.btc.address, chain);
    await stacks.account(account.stx.address);
  };
  // What does not answer now is told to whoever needs it.
  const timer = setTimeout(() => load().catch(() => undefined), AFTER);
  timer.unref();
  closed.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
