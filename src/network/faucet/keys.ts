import { p2wpkhAddress } from '../../bitcoin/address.js';
import { testnetAddress } from '../../stacks/signing.js';
import { BTC_KEY, type FaucetKey, SBTC_KEYS, STX_KEYS } from './default-keys.js';

export type { FaucetKey };

/** Returns the keys that pay STX: the configured ones, by default the published accounts. */
export async function stxFaucetKeys(configured: readonly string[] | undefined): Promise<readonly FaucetKey[]> {
  return configured === undefined ? STX_KEYS : stacksKeys(configured);
}

/** Returns the keys that pay sBTC: the configured ones, by default published accounts. */
export async function sbtcFaucetKeys(configured: readonly string[] | undefined): Promise<readonly FaucetKey[]> {
  return configured === undefined ? SBTC_KEYS : stacksKeys(configured);
}

/** Returns the keys that pay BTC on regtest: the configured ones, by default the published account. */
export async function btcFaucetKeys(configured: readonly string[] | undefined): Promise<readonly FaucetKey[]> {
  if (configured === undefined) return [BTC_KEY];
  return Promise.all(configured.map(async (privateKey) => ({ privateKey, address: await p2wpkhAddress(privateKey, 'regtest') })));
}

/** Returns the key that receives coinbases if the BTC faucet has no keys. */
export function defaultCoinbaseKey(): string {
  return BTC_KEY.privateKey;
}

function stacksKeys(privateKeys: readonly string[]): Promise<FaucetKey[]> {
  return Promise.all(privateKeys.map(async (privateKey) => ({ privateKey, address: await testnetAddress(privateKey) })));
}
