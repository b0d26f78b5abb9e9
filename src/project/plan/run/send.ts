import { DevnetError } from '../../../base/error.js';
import type { PreparableNetwork } from '../../../stacks/engine.js';
import type { SignedTransaction, Signing } from '../../../stacks/signing.js';
import { signCall, signDeploy, signTransfer } from '../../../stacks/signing.js';
import { showPlace } from '../../clarinet/problem.js';
import { describe, type StacksTransaction } from '../resolved.js';

/** Sends transactions, each with the next nonce of its sender. */
export type Sender = {
  /** @returns the txid with 0x @throws DevnetError INVALID_INPUT with the node's reason, NOT_REACHABLE, TIMEOUT */
  send(transaction: StacksTransaction): Promise<string>;
};

/** The least micro-STX for a byte that a node accepts. */
const LEAST_RATE = 1n;

/** @param feeRate micro-STX for a byte of a transaction without a fee of its own */
export function createSender({ stacks }: Pick<PreparableNetwork, 'stacks'>, feeRate: bigint): Sender {
  const nonces = new Map<string, number>();
  let chainId: number | undefined;
  return {
    async send(transaction) {
      chainId ??= (await stacks.info()).networkId;
      const { sender, privateKey } = transaction;
      const nonce = nonces.get(sender) ?? (await stacks.account(sender)).nonce;
      const signing = { privateKey: privateKey.slice(0, 64), nonce, chainId };
      const { bytes } = await sign(transaction, { ...signing, fee: 0n });
      const size = BigInt(bytes.length);
      const fee = transaction.fee ?? size * feeRate;
      const signed = await sign(transaction, { ...signing, fee: fee > size * LEAST_RATE ? fee : size * LEAST_RATE });
      const txid = await stacks.broadcast(signed.bytes).catch((error: unknown) => {
        throw refused(transaction, error);
      });
      nonces.set(sender, nonce + 1);
      return txid;
    },
  };
}

function sign(transaction: StacksTransaction, signing: Signing): Promise<SignedTransaction> {
  switch (transaction.type) {
    case 'publish':
      return signDeploy({ ...transaction, ...signing });
    case 'call':
      return signCall({ ...transaction, ...signing });
    case 'transfer':
      return signTransfer({ ...transaction, ...signing });
  }
}

function refused(transaction: StacksTransaction, error: unknown): unknown {
  if (!(error instanceof DevnetError && error.code === 'RPC')) return error;
  const message =
    `${showPlace(transaction.place)}: the node refused ${describe(transaction)}: ` +
    `${error.reason ?? error.message}${advice(error.reason)}`;
  return new DevnetError('INVALID_INPUT', message, { field: 'plan', reason: error.reason, cause: error });
}

function advice(reason: string | undefined): string {
  if (reason === 'NotEnoughFunds') return '. Raise the balance of the account in settings/Devnet.toml, or lower the cost.';
  if (reason === 'NoSuchContract' || reason === 'UndefinedFunction')
    return '. Publish the contract in an earlier batch, or correct the name.';
  return '';
}
