import { with0x } from '../../base/hex.js';
import { encodeAddress, type Value } from '../../clarity/values.js';
import { CodecError } from '../../stacks/codec.js';
import { decodeTransaction, signatureError, type Transaction } from '../../stacks/transactions.js';
import type { Asset } from './asset.js';
import { Refusal } from './refusal.js';

/** A signed transfer. */
export type Transfer = {
  transaction: Transaction;
  /** With 0x. */
  txid: string;
  payer: string;
  asset: Asset;
  sender: string;
  recipient: string;
  amount: bigint;
};

/** Decodes a signed transfer of STX or of a SIP-010 token. @throws Refusal */
export function readTransfer(bytes: Buffer): Transfer {
  const transaction = decode(bytes);
  const payer = transaction.addresses.origin;
  const wrong = signatureError(transaction);
  if (wrong !== undefined) throw new Refusal('invalid_payload', `The signature of the transaction is wrong: ${wrong}`, { payer });
  return { transaction, txid: with0x(transaction.txid), payer, ...transferOf(transaction, payer) };
}

function decode(bytes: Buffer): Transaction {
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new Refusal('invalid_payload', `The transaction cannot be decoded: ${error.message}`, { cause: error });
  }
}

function transferOf({ payload }: Transaction, payer: string): Pick<Transfer, 'asset' | 'sender' | 'recipient' | 'amount'> {
  if (payload.type === 'transfer') {
    return { asset: { type: 'stx' }, sender: payer, recipient: payload.recipient.text, amount: payload.amount };
  }
  if (payload.type !== 'call' || payload.fn !== 'transfer') {
    throw new Refusal('invalid_payload', 'The transaction is neither a transfer of STX nor a call of "transfer".', { payer });
  }
  const [amount, sender, recipient] = payload.args;
  const from = principalOf(sender);
  const to = principalOf(recipient);
  if (amount?.kind !== 'uint' || from === undefined || to === undefined) {
    throw new Refusal('invalid_payload', 'The arguments of "transfer" are not those of SIP-010: (uint, principal, principal, memo).', {
      payer,
    });
  }
  const contract = `${encodeAddress(payload.address)}.${payload.contract}`;
  return { asset: { type: 'token', contract }, sender: from, recipient: to, amount: amount.value };
}

function principalOf(value: Value | undefined): string | undefined {
  return value?.kind === 'principal' ? value.text : undefined;
}
