import type { BitcoinRpc } from '../bitcoin/rpc.js';
import type { StacksRpc } from '../stacks/rpc.js';
import type { Account, Devnet } from './types.js';

/** What the nodes say that each account has now; Bitcoin is the sum over all kinds of address of its key. */
export async function readBalances(
  accounts: readonly Account[],
  stacks: Pick<StacksRpc, 'account'>,
  bitcoin: Pick<BitcoinRpc, 'unspent'>,
): ReturnType<Devnet['balances']> {
  const addresses = accounts.map(({ btc }) => Object.values(btc.addresses));
  const [{ utxos }, states] = await Promise.all([
    bitcoin.unspent(addresses.flat()),
    Promise.all(accounts.map(({ stx }) => stacks.account(stx.address))),
  ]);
  return accounts.map(({ name }, index) => {
    const own = new Set(addresses[index]);
    const amount = utxos.filter(({ address }) => own.has(address)).reduce((sum, utxo) => sum + utxo.amount, 0n);
    const { balance = 0n, nonce = 0 } = states[index] ?? {};
    return { name, stx: { balance, nonce }, btc: { balance: amount } };
  });
}
