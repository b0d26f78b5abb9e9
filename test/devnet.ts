import { startDevnet } from 'stacks-devnet';
import { accountNamed } from '#dist/network/devnet/account-named.js';
import { sbtcCoin } from '#dist/network/faucet/stacks/coin.js';
import type { Account, Devnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';
import { testCache } from './cache.js';

/** Starts a devnet for a test, by default without gateway. */
export function bootDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  return startDevnet({ gateway: false, cache: testCache, ...options });
}

export function account(devnet: Devnet, name: string): Account {
  const found = accountNamed(devnet.accounts, name);
  if (found === undefined) throw new RangeError(`no account ${name}`);
  return found;
}

/** Returns the balances of an account, in base units. */
export async function balanceOf(devnet: Devnet, name: string): Promise<{ btc: bigint; stx: bigint; nonce: number }> {
  const found = (await devnet.balances()).find((balance) => balance.name === name);
  if (found === undefined) throw new RangeError(`no account ${name}`);
  return { btc: found.btc.balance, stx: found.stx.balance, nonce: found.stx.nonce };
}

export async function stacksGet(devnet: Devnet, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${devnet.urls.stacks}${path}`)).json()) as Record<string, unknown>;
}

/** Returns the sats of sBTC that a principal can spend. */
export function sbtcOf(devnet: Devnet, principal: string, deployer = DEFAULT_DEPLOYER): Promise<bigint> {
  return sbtcAt(devnet.urls.stacks, principal, deployer);
}

/** As `sbtcOf`, from a Stacks node. */
export async function sbtcAt(rpcUrl: string, principal: string, deployer = DEFAULT_DEPLOYER): Promise<bigint> {
  const client = createStacksClient({ rpcUrl });
  try {
    return (await sbtcCoin(client, deployer).account(principal)).balance;
  } finally {
    client.close();
  }
}
