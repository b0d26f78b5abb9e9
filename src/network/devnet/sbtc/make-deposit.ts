import { checkAmount } from '../../../base/check-amount.js';
import { DevnetError, invalid } from '../../../base/error.js';
import type { Deadline } from '../../../base/wait.js';
import { encodeAddress } from '../../../bitcoin/address.js';
import { parseTransaction, toHex } from '../../../bitcoin/codec.js';
import { publicKeyOf } from '../../../bitcoin/crypto.js';
import { findPrincipal } from '../../../clarity/values.js';
import type { Announcement } from '../../../sbtc/bridge.js';
import { depositOutputScript, reclaimScript, SIGNERS_KEY } from '../../../sbtc/bridge.js';
import { checkTestnetPrincipal } from '../../../stacks/principal.js';
import { depositScript } from '../../../stacks/sbtc.js';
import type { Account } from '../../data.js';
import type { FaucetCalls } from '../../operations/network.js';
import type { SbtcDepositOptions } from './types.js';

/** The defaults of the npm package `sbtc`. */
const MAX_FEE = 80_000n;
const LOCK_TIME = 950;

/**
 * Pays a deposit by the BTC faucet. @returns the body of the announcement for the Emily API @throws DevnetError INVALID_INPUT,
 * FAUCET_DISABLED, FAUCET_FAILED
 */
export async function makeDeposit(
  { recipient, amount, maxFee = MAX_FEE, lockTime = LOCK_TIME, reclaimKey }: SbtcDepositOptions,
  deadline: Deadline,
  { faucet, accounts }: { faucet: Pick<FaucetCalls, 'btc'>; accounts: readonly Account[] },
): Promise<Announcement> {
  checkTestnetPrincipal(recipient, 'recipient');
  const principal = findPrincipal(recipient);
  if (principal === undefined) throw invalid('recipient', 'a Stacks principal', recipient);
  checkAmount(maxFee, 'maxFee', 'sats as bigint', { limit: 2n ** 64n });
  if (!Number.isSafeInteger(lockTime) || lockTime < 0 || lockTime > 0xffff)
    throw invalid('lockTime', 'a whole number of blocks up to 65535', lockTime);
  const key = reclaimKey ?? keyFor(recipient, accounts);
  if (!/^[0-9a-f]{64}$/i.test(key)) throw invalid('reclaimKey', 'an x-only public key of 64 hex digits', key);
  const scripts = {
    depositScript: toHex(depositScript({ maxFee, recipient: principal, signersKey: SIGNERS_KEY })),
    reclaimScript: toHex(reclaimScript(lockTime, key)),
  };
  const script = depositOutputScript(scripts);
  const address = encodeAddress(new Uint8Array(Buffer.from(script, 'hex')));
  if (address === undefined) throw new DevnetError('INTERNAL', 'a deposit has no address');
  const { txId, txRaw } = await faucet.btc(address, { ...deadline, amount, wait: false });
  const outputs = parseTransaction(new Uint8Array(Buffer.from(txRaw, 'hex'))).outputs;
  const vout = outputs.findIndex((output) => toHex(output.scriptPubKey) === script);
  return { ...scripts, bitcoinTxid: txId, bitcoinTxOutputIndex: vout, transactionHex: txRaw };
}

/** Returns the x-only key of the account with an address, else of the first one. */
function keyFor(recipient: string, accounts: readonly Account[]): string {
  const account = accounts.find(({ stx }) => stx.address === recipient) ?? accounts[0];
  if (account === undefined) throw invalid('reclaimKey', 'a key, because the network has no accounts', undefined);
  return toHex(publicKeyOf(Buffer.from(account.privateKey.slice(0, 64), 'hex')).subarray(1));
}
