import { DevnetError } from '../../base/error.js';
import { payableScript } from '../../bitcoin/address.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import { toHex } from '../../bitcoin/codec.js';
import type { StacksClient } from '../../stacks/client.js';
import type { Account } from '../data.js';
import type { Coin } from '../faucet/stacks/coin.js';
import type { FaucetCoin } from '../faucet/types.js';

/** What an account has, in base units. */
export type AccountBalance = { name: string; stx: { balance: bigint; nonce: number }; btc: { balance: bigint } };

/** What the nodes say that each account has now; Bitcoin is the sum over all kinds of address of its key. */
export async function readBalances(
  accounts: readonly Account[],
  stacks: Pick<StacksClient, 'account'>,
  bitcoin: Pick<BitcoinClient, 'blockchain' | 'unspent'>,
): Promise<AccountBalance[]> {
  const { chain } = await bitcoin.blockchain();
  if (chain === 'main') throw new DevnetError('UNSUPPORTED', 'the accounts belong to test networks, and the Bitcoin node is on mainnet');
  const scripts = await Promise.all(
    accounts.map(({ btc }) => Promise.all(Object.values(btc.addresses).map(async (address) => toHex(await payableScript(address, chain))))),
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

/** What the keys of the faucets have now; a faucet without keys, or without a coin, has nothing. */
export async function readFaucetBalances(
  faucet: Readonly<Record<FaucetCoin, { keys: readonly { address: string }[] }>>,
  stx: Coin,
  sbtc: Coin | undefined,
  bitcoin: Pick<BitcoinClient, 'blockchain' | 'unspent'>,
): Promise<Record<FaucetCoin, bigint>> {
  const { chain } = await bitcoin.blockchain();
  const scripts = await Promise.all(faucet.btc.keys.map(async ({ address }) => toHex(await payableScript(address, chain))));
  const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((total, { amount }) => total + amount, 0n);
  const sumOf = async (coin: Coin, keys: readonly { address: string }[]): Promise<bigint> => {
    const accounts = await Promise.all(keys.map(({ address }) => coin.account(address)));
    return sum(accounts.map(({ balance }) => ({ amount: balance })));
  };
  const [utxos, stxSum, sbtcSum] = await Promise.all([
    scripts.length === 0 ? [] : bitcoin.unspent(scripts).then((found) => found.utxos),
    sumOf(stx, faucet.stx.keys),
    sbtc === undefined ? 0n : sumOf(sbtc, faucet.sbtc.keys),
  ]);
  return { btc: sum(utxos), stx: stxSum, sbtc: sbtcSum };
}
