import { checkAmount } from '../../../base/check-amount.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { payableScript } from '../../../bitcoin/address.js';
import { BufferValue, tupleOfEntries, UIntValue } from '../../../clarity/values.js';
import { scriptRecipient, sendWithFreeNonce } from '../../../sbtc/bridge.js';
import type { StacksClient } from '../../../stacks/client.js';
import { signCall } from '../../../stacks/signing.js';
import type { StacksTxReceipt } from '../../data.js';
import type { SbtcWithdrawOptions } from './types.js';

/** More than the post-conditions and arguments of the call take, at 1 micro-STX for a byte. */
const FEE = 3_000n;
const MAX_FEE = 10_000n;

export type WithdrawalServices = {
  rpc: StacksClient;
  deployer: string;
  /** Waits for a Stacks transaction. */
  waitForTx(txid: string): Promise<StacksTxReceipt>;
};

/**
 * Requests a withdrawal. @returns once the request is in a block @throws DevnetError INVALID_INPUT, REJECTED, and as waits for transactions
 */
export async function requestWithdrawal(
  { account, amount, address, maxFee = MAX_FEE }: SbtcWithdrawOptions,
  { rpc, deployer, waitForTx }: WithdrawalServices,
): Promise<{ requestId: bigint; txid: string }> {
  checkAmount(amount, 'amount', 'sats as bigint, more than 546', { least: 1n });
  checkAmount(maxFee, 'maxFee', 'sats as bigint');
  const recipient = scriptRecipient(await payableScript(address, 'regtest'));
  if (recipient === undefined) throw invalid('address', 'a P2PKH, P2SH, P2WPKH, P2WSH or P2TR address', address);
  const { networkId: chainId } = await rpc.info();
  const privateKey = account.privateKey.slice(0, 64);
  const { txid } = await sendWithFreeNonce(rpc, account.stx.address, (nonce) =>
    signCall({
      ...{ privateKey, nonce, fee: FEE, chainId },
      contract: `${deployer}.sbtc-withdrawal`,
      fn: 'initiate-withdrawal-request',
      args: [
        new UIntValue(amount),
        tupleOfEntries([
          ['hashbytes', new BufferValue(Buffer.from(recipient.hash, 'hex'))],
          ['version', new BufferValue(Uint8Array.of(recipient.version))],
        ]),
        new UIntValue(maxFee),
      ],
    }),
  );
  const { status, result } = await waitForTx(txid);
  const id = /^\(ok u(\d+)\)$/.exec(result.repr)?.[1];
  if (status === 'success' && id !== undefined) return { requestId: BigInt(id), txid };
  throw new DevnetError(
    'REJECTED',
    `the withdrawal was refused with ${result.repr}: ${REASONS[result.repr] ?? 'see its transaction'} (${txid})`,
    {
      reason: result.repr,
    },
  );
}

/** The errors of `initiate-withdrawal-request`. */
const REASONS: Record<string, string> = {
  '(err u1)': 'the account has too little sBTC for the amount and the maximum fee',
  '(err u3)': 'the amount is 0',
  '(err u502)': 'the amount must be more than 546 sats',
};
