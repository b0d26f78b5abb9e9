import { ownerHint } from '../../base/address-hint.js';
import { invalid } from '../../base/error.js';
import { payableScript } from '../../bitcoin/address.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import { toHex } from '../../bitcoin/codec.js';
import { findPrincipal } from '../../clarity/values.js';
import type { StacksClient } from '../../stacks/client.js';
import type { StacksHistory } from '../../stacks/history.js';
import type { Account, Accounts, Balance } from '../data.js';
import type { Coin } from '../faucet/stacks/coin.js';
import { accountNamed } from './account-named.js';

export type BalanceParts = {
  accounts: Accounts;
  stacks: Pick<StacksClient, 'account'>;
  bitcoin: Pick<BitcoinClient, 'blockchain' | 'unspent'>;
  /** sBTC; undefined if the network has none. */
  sbtc: Coin | undefined;
  history: Pick<StacksHistory, 'lookup'>;
};

/**
 * Returns what an address has on its chain, and an account of the network on both.
 * @param who the name of an account, a Stacks address or contract, or a Bitcoin address @throws DevnetError INVALID_INPUT
 */
export async function balanceOf(who: string, { accounts, stacks, bitcoin, sbtc, history }: BalanceParts): Promise<Balance> {
  const { principal, addresses } = ownerOf(who, accounts);
  const [onStacks, ofSbtc, tokens, btc] = await Promise.all([
    principal === undefined ? undefined : stacks.account(principal),
    principal === undefined ? undefined : sbtc?.account(principal),
    principal === undefined ? {} : tokensOf(principal, history),
    addresses.length === 0 ? 0n : bitcoinOf(addresses, bitcoin, Object.keys(accounts)),
  ]);
  return { stx: onStacks?.balance ?? 0n, btc, sbtc: ofSbtc?.balance ?? 0n, tokens };
}

async function tokensOf(principal: string, history: BalanceParts['history']): Promise<Record<string, bigint>> {
  const account = (await history.lookup()).accounts.find(principal);
  const flows = [...(account?.fungible ?? []), ...(account?.nonFungible ?? [])];
  const balances = flows.map(([asset, { received, sent }]): [string, bigint] => [asset, received - sent]);
  return Object.fromEntries(balances.filter(([, balance]) => balance > 0n));
}

/** The addresses of an owner. */
type Owner = { principal: string | undefined; addresses: readonly string[] };

function ownerOf(who: string, accounts: Accounts): Owner {
  const named = typeof who === 'string' ? (accountNamed(accounts, who) ?? accountOfAddress(who, accounts)) : undefined;
  if (named !== undefined) return { principal: named.stx.address, addresses: Object.values(named.btc.addresses) };
  if (typeof who !== 'string' || who === '') {
    throw invalid(
      'address',
      'the name of an account, a Stacks address or contract, or a Bitcoin address',
      who,
      ownerHint(who, Object.keys(accounts)),
    );
  }
  return findPrincipal(who) === undefined ? { principal: undefined, addresses: [who] } : { principal: who, addresses: [] };
}

function accountOfAddress(address: string, accounts: Accounts): Account | undefined {
  return Object.values(accounts).find(({ stx, btc }) => stx.address === address || Object.values(btc.addresses).includes(address));
}

async function bitcoinOf(addresses: readonly string[], bitcoin: BalanceParts['bitcoin'], names: readonly string[]): Promise<bigint> {
  const { chain } = await bitcoin.blockchain();
  const scripts = await Promise.all(addresses.map((address) => scriptOf(address, chain, names)));
  const { utxos } = await bitcoin.unspent(scripts);
  return utxos.reduce((sum, { amount }) => sum + amount, 0n);
}

type Chain = Awaited<ReturnType<BitcoinClient['blockchain']>>['chain'];

async function scriptOf(address: string, chain: Chain, names: readonly string[]): Promise<string> {
  try {
    return toHex(await payableScript(address, chain));
  } catch {
    const expected = 'the name of an account, a Stacks address or contract, or a Bitcoin address of this chain';
    throw invalid('address', expected, address, ownerHint(address, names));
  }
}
