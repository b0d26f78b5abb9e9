import { DevnetError, messageOf } from '../../base/error.js';
import { showValue } from '../../base/show-value.js';
import { findPrincipal } from '../../clarity/values.js';
import type { StacksClient } from '../../stacks/client.js';
import type { Simulation } from '../../stacks/trace.js';
import { type Asset, readAsset } from './asset.js';
import { Refusal } from './refusal.js';
import type { PaymentRequest, PaymentRequirements } from './request.js';
import { readTransfer, type Transfer } from './transfer.js';

/** What a payment is checked against. */
export type Chain = {
  node: Pick<StacksClient, 'account' | 'callRead'>;
  /** Of the network. */
  chainId: number;
  /** The contract of sBTC's token; undefined without sBTC. */
  sbtc: string | undefined;
  /** @throws DevnetError UNSUPPORTED where the engine cannot */
  simulate(request: { transaction: string }): Promise<Simulation>;
};

/** Checks all that the transaction itself and the requirements say. @throws Refusal */
export function checkTransfer({ transaction, requirements }: PaymentRequest, { chainId, sbtc }: Pick<Chain, 'chainId' | 'sbtc'>): Transfer {
  const transfer = readTransfer(transaction);
  const { payer, sender, recipient, amount } = transfer;
  const refuse = (reason: Refusal['reason'], message: string) => new Refusal(reason, message, { payer });
  if (transfer.transaction.chainId !== chainId) {
    throw refuse('invalid_network', `The transaction is signed for chain id ${transfer.transaction.chainId}, not ${chainId}.`);
  }
  const required = textOf(readAsset(requirements, sbtc));
  if (textOf(transfer.asset) !== required)
    throw refuse('asset_mismatch', `The transaction pays ${textOf(transfer.asset)}, not ${required}.`);
  if (recipient !== requirements.payTo) throw refuse('recipient_mismatch', `The transaction pays ${recipient}, not ${requirements.payTo}.`);
  if (sender !== payer) throw refuse('sender_mismatch', `The transaction moves tokens of ${sender}, but ${payer} signed it.`);
  if (amount < requirements.amount) {
    throw refuse('amount_insufficient', `The transaction pays ${amount} base units, not the required ${requirements.amount}.`);
  }
  checkExpiry(requirements, payer);
  return transfer;
}

/** `extra.expiresAt` is the field of the proposal. */
function checkExpiry({ extra: { expiresAt } }: PaymentRequirements, payer: string): void {
  if (expiresAt === undefined) return;
  const time = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  if (Number.isNaN(time)) {
    const message = `paymentRequirements.extra.expiresAt: expected a time in ISO 8601, received ${showValue(expiresAt)}`;
    throw new Refusal('invalid_payment_requirements', message, { payer });
  }
  if (Date.now() > time) throw new Refusal('payment_expired', `The offer ended at ${expiresAt}.`, { payer });
}

/** Checks the account of the payer, and what the transaction would do. @throws Refusal, DevnetError if the node cannot be asked */
export async function checkState(transfer: Transfer, chain: Chain): Promise<void> {
  const { transaction, payer, asset, amount } = transfer;
  const { nonce, fee } = transaction.origin;
  const paysFee = transaction.addresses.payer === payer;
  const account = await chain.node.account(payer);
  if (nonce < BigInt(account.nonce)) {
    throw new Refusal('invalid_transaction_state', `The nonce ${nonce} of ${payer} is used: its next one is ${account.nonce}.`, { payer });
  }
  const needed = (asset.type === 'stx' ? amount : 0n) + (paysFee ? fee : 0n);
  if (account.balance < needed) throw tooLittle(payer, account.balance, needed, 'micro-STX');
  if (asset.type === 'token') {
    const balance = await tokenBalance(asset.contract, payer, chain);
    if (balance < amount) throw tooLittle(payer, balance, amount, `base units of ${asset.contract}`);
  }
  // With a gap before it, the transaction runs in a state that nobody knows yet.
  if (nonce === BigInt(account.nonce)) await checkSimulation(transfer, chain);
}

function tooLittle(payer: string, balance: bigint, needed: bigint, unit: string): Refusal {
  return new Refusal('insufficient_funds', `${payer} has ${balance} and needs ${needed} ${unit}.`, { payer });
}

async function tokenBalance(contract: string, payer: string, { node }: Chain): Promise<bigint> {
  const owner = findPrincipal(payer);
  try {
    if (owner === undefined) throw new RangeError(`${payer} is no principal`);
    const answer = await node.callRead({ contract, fn: 'get-balance', args: [owner] });
    if (answer.kind === 'response' && answer.isOk && answer.value.kind === 'uint') return answer.value.value;
    throw new RangeError('it did not return (ok uint)');
  } catch (error) {
    if (error instanceof DevnetError && error.code !== 'RPC') throw error;
    const message = `The balance of ${payer} cannot be read from ${contract}, as SIP-010 says: ${messageOf(error)}`;
    throw new Refusal('invalid_payment_requirements', message, { payer, cause: error });
  }
}

async function checkSimulation({ transaction, payer }: Transfer, { simulate }: Chain): Promise<void> {
  try {
    const { status, reason, result } = await simulate({ transaction: transaction.raw.toString('hex') });
    if (status !== 'success') throw new Refusal('transaction_failed', `The transaction would fail: ${reason ?? result.repr}`, { payer });
  } catch (error) {
    if (!(error instanceof DevnetError) || error.code !== 'UNSUPPORTED') throw error;
  }
}

function textOf(asset: Asset): string {
  return asset.type === 'stx' ? 'STX' : asset.contract;
}
