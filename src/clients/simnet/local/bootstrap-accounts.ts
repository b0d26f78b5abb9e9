import { createAccounts } from '../../../network/devnet.js';
import { stxFaucetKeys } from '../../../network/faucet.js';

/** Returns the accounts of a simnet without a project: Clarinet's published ones, without a balance. */
export async function bootstrapAccounts(): Promise<Map<string, string>> {
  const [accounts, [faucet]] = await Promise.all([createAccounts({ count: 9 }), stxFaucetKeys(undefined)]);
  const known = Object.values(accounts).map(({ name, stx }): [string, string] => [name, stx.address]);
  return new Map(faucet === undefined ? known : [...known, ['faucet', faucet.address]]);
}
