import { addressScript } from '../chains/bitcoin/address/payment-address.js';
import type { BitcoinClient } from '../chains/bitcoin/client/client.js';
import { toHex } from '../chains/bitcoin/codec/hex.js';
import type { StacksClient } from '../chains/stacks/client/client.js';
import { DevnetError } from '../error.js';
import type { Account, Devnet } from './types.js';

/** What the nodes say that each account has now; Bitcoin is the sum over all kinds of address of its key. */
export async function readBalances(
  accounts: readonly Account[],
  stacks: Pick<StacksClient, 'account'>,
  bitcoin: Pick<BitcoinClient, 'blockchain' | 'unspent'>,
): ReturnType<Devnet['balances']> {
  const { chain } = await bitcoin.blockchain();
  if (chain === 'main') throw new DevnetError('UNSUPPORTED', 'the accounts belong to test networks, and the Bitcoin node is on mainnet');
  const scripts = await Promise.all(
    accounts.map(({ btc }) => Promise.all(Object.values(btc.addresses).map(async (address) => toHex(await addressScript(address, chain))))),
  );
  const [{ utxos }, states] = await Promise.all([
    bitcoin.unspent(scripts.flat()),
    Promise.all(accounts.map(({ stx }) => stacks.account(stx.address))),
  ]);
  return accounts.map(({ name }, index) => {
    const own = new Set(scripts[index]);
    const amount = utxos.filter(({ script }) => own.has(script)).reduce((sum, utxo) => sum + utxo.amount, 0n);
    const { balance = 0n, nonce = 0 } = states[index] ?? {};
    return { name, stx: { balance, nonce }, btc: { balance: amount } };
  });
}

/** What the keys of the faucets have now; a faucet without keys has nothing. */
export async function readFaucetBalances(
  btcKeys: readonly { address: string }[],
  stxKeys: readonly { address: string }[],
  stacks: Pick<StacksClient, 'account'>,
  bitcoin: Pick<BitcoinClient, 'blockchain' | 'unspent'>,
): Promise<{ btc: bigint; stx: bigint }> {
  const { chain } = await bitcoin.blockchain();
  const scripts = await Promise.all(btcKeys.map(async ({ address }) => toHex(await addressScript(address, chain))));
  const [utxos, accounts] = await Promise.all([
    scripts.length === 0 ? [] : bitcoin.unspent(scripts).then((found) => found.utxos),
    Promise.all(stxKeys.map(({ address }) => stacks.account(address))),
  ]);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  return { btc: sum(utxos.map(({ amount }) => amount)), stx: sum(accounts.map(({ balance }) => balance)) };
}
