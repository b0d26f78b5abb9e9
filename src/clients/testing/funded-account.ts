import { randomBytes } from 'node:crypto';
import { keyAddresses } from '../../bitcoin/address.js';
import type { Account } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';
import { testnetAddress } from '../../stacks/signing.js';

/** The initial balance of a new account, in base units. */
export type Funds = {
  /** Micro-STX; 0n: none. @default what the faucet pays: 500 STX */
  stx?: bigint | undefined;
  /** Sats, at the P2PKH address; 0n: none. @default what the faucet pays: 1 BTC */
  btc?: bigint | undefined;
  /** The name of the account. @default 'fresh' */
  name?: string | undefined;
};

/**
 * Creates a new account with confirmed coins on both chains.
 * @throws DevnetError as the faucets do
 * @example const alice = await fundedAccount(devnet, { stx: 10_000_000n, btc: 0n });
 */
export async function fundedAccount(devnet: Pick<Devnet, 'faucet'>, { stx, btc, name = 'fresh' }: Funds = {}): Promise<Account> {
  const key = randomBytes(32).toString('hex');
  const [address, addresses] = await Promise.all([testnetAddress(key), keyAddresses(key, 'regtest')]);
  await Promise.all([
    stx === 0n ? undefined : devnet.faucet.stx(address, { amount: stx }),
    btc === 0n ? undefined : devnet.faucet.btc(addresses.p2pkh, { amount: btc }),
  ]);
  return { name, privateKey: `${key}01`, stx: { address }, btc: { address: addresses.p2pkh, addresses } };
}
