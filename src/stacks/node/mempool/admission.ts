import { hashOf, versionOf } from '../../../clarity/values.js';

import { isUnordered } from '../../protocol/codec/transaction/spending-condition.js';
import { originAddress, payerAddress, type Transaction, transactionFee } from '../../protocol/codec/transaction/transaction.js';
import { signatureError } from '../../protocol/codec/transaction/verify.js';
import { type Epoch, isAtLeast } from '../chain/epoch.js';
import { isOwnVersion, type Network } from '../chain/network.js';
import { notEnoughFunds, type Rejection, signatureValidation } from './rejection.js';

/** How far a nonce may be ahead of its account's: stacks-core's chaining limit of 25, and one. */
const NONCE_WINDOW = 26n;
const MIN_FEE_PER_BYTE = 1n;

/** An account as admission looks at it; `balance` is what can be spent, in micro-STX. */
export type AdmissionAccount = { nonce: bigint; balance: bigint };
/** What decides about a transaction besides the chain. */
export type AdmissionRules = {
  epoch: Epoch;
  network: Network;
  /** Addresses that need no signature. */
  impersonated: ReadonlySet<string>;
};
/** Returns the error of a call or deploy; undefined if it is valid. */
export type PayloadCheck = () => Rejection | undefined;

/**
 * The checks that need no chain state, in stacks-core's order: what the transaction says (network, transfer), signatures,
 * chain and epoch rules, fee.
 */
export function staticRejection(transaction: Transaction, rules: AdmissionRules): Rejection | undefined {
  return (
    semanticRejection(transaction, rules.network) ??
    precheckRejection(transaction, rules) ??
    feeRejection(transaction) ??
    epochRejection(transaction)
  );
}

/** The checks against the chain's tip, in stacks-core's order: nonces, funds, then the payload's own. */
export function stateRejection(
  transaction: Transaction,
  origin: AdmissionAccount,
  payer: AdmissionAccount,
  checkPayload: PayloadCheck,
): Rejection | undefined {
  return (
    nonceRejection(transaction, origin, payer) ?? fundsRejection(transaction, origin, payer) ?? kindRejection(transaction) ?? checkPayload()
  );
}

function semanticRejection(transaction: Transaction, network: Network): Rejection | undefined {
  if (transaction.mainnet !== network.isMainnet) return { reason: 'BadTransactionVersion' };
  const { payload } = transaction;
  if (payload.type === 'transfer') {
    const { recipient } = payload;
    // The text takes two hashes.
    if (transaction.origin.signer.equals(hashOf(recipient)) && recipient.text === originAddress(transaction)) {
      return { reason: 'TransferRecipientCannotEqualSender', data: { recipient: originAddress(transaction) } };
    }
    if (payload.amount === 0n) return { reason: 'TransferAmountMustBePositive' };
    if (!isOwnVersion(network, versionOf(recipient))) return { reason: 'BadAddressVersionByte' };
  }
  if (payload.type === 'poison') {
    return { reason: 'ServerFailureOther', data: { message: 'PoisonMicroblock transactions not accepted via mempool' } };
  }
  return undefined;
}

function precheckRejection(transaction: Transaction, rules: AdmissionRules): Rejection | undefined {
  const failure = precheckFailure(transaction, rules);
  return failure === undefined ? undefined : signatureValidation(failure);
}

/**
 * Returns why no block can have a transaction, whatever the state is
 * (`process_transaction_precheck`, stackslib/src/chainstate/stacks/db/transactions.rs).
 */
export function precheckFailure(
  transaction: Transaction,
  { epoch, impersonated, network: { chainId, isMainnet } }: AdmissionRules,
): string | undefined {
  const { txid, payload } = transaction;
  const unordered =
    isUnordered(transaction.origin.hashMode) || (transaction.sponsor !== undefined && isUnordered(transaction.sponsor.hashMode));
  if (unordered && !isAtLeast(epoch, '3.0')) {
    return `Invalid tx ${txid}: authentication mode not supported in Epoch ${epoch.name}`;
  }
  const badSignature = signatureError(transaction, (address) => impersonated.has(address));
  if (badSignature !== undefined) return badSignature;
  if (transaction.chainId !== chainId) {
    return `Invalid tx ${txid}: invalid chain ID ${transaction.chainId} (expected ${chainId})`;
  }
  if (transaction.mainnet !== isMainnet) {
    const [ours, theirs] = isMainnet ? ['mainnet', 'testnet'] : ['testnet', 'mainnet'];
    return `Invalid tx ${txid}: on ${ours}; got ${theirs}`;
  }
  if (!isAtLeast(epoch, '3.4')) {
    const before = 'is not supported before Stacks 3.4';
    if (transaction.postConditionMode === 'originator') {
      return `Invalid Stacks transaction: Originator post-condition mode ${before}`;
    }
    if (transaction.postConditions.some((condition) => condition.type === 'nft' && condition.code === 'maybe-sent')) {
      return `Invalid Stacks transaction: NFT MaybeSent post-condition ${before}`;
    }
  }
  if (!isAtLeast(epoch, '4.0') && transaction.postConditions.some(({ type }) => type === 'staking' || type === 'pox')) {
    return 'Invalid Stacks transaction: Staking/Pox post-condition is not supported before Stacks 4.0';
  }
  if (payload.type === 'deploy' && payload.clarityVersion !== undefined && payload.clarityVersion > epoch.clarity) {
    return (
      `Invalid transaction ${txid}: asks for Clarity ${payload.clarityVersion}, ` +
      `but current epoch ${epoch.name} only supports up to Clarity ${epoch.clarity}`
    );
  }
  return undefined;
}

function feeRejection(transaction: Transaction): Rejection | undefined {
  const fee = transactionFee(transaction);
  const expected = BigInt(transaction.raw.length) * MIN_FEE_PER_BYTE;
  return fee < expected ? { reason: 'FeeTooLow', data: { actual: fee, expected } } : undefined;
}

/** The rules of the epoch after the precheck: a coinbase needs its VRF proof. */
function epochRejection({ payload }: Transaction): Rejection | undefined {
  if (payload.type !== 'coinbase' || payload.proof !== undefined) return undefined;
  return { reason: 'ServerFailureOther', data: { message: 'Transaction is not supported in this epoch' } };
}

function nonceRejection(transaction: Transaction, origin: AdmissionAccount, payer: AdmissionAccount): Rejection | undefined {
  const { sponsor } = transaction;
  const originMismatch = mismatch(originAddress(transaction), transaction.origin.nonce, origin.nonce, true);
  const sponsorMismatch = sponsor && mismatch(payerAddress(transaction), sponsor.nonce, payer.nonce, false);
  // The node compares the sponsor first and reports only the first mismatch; a nonce ahead of its account is left to the window
  const first = sponsorMismatch ?? originMismatch;
  if (first === undefined) return undefined;
  if (first.actual < first.expected) return { reason: 'BadNonce', data: first };
  return (
    chainingRejection(originAddress(transaction), transaction.origin.nonce, origin.nonce, true) ??
    (sponsor && chainingRejection(payerAddress(transaction), sponsor.nonce, payer.nonce, false))
  );
}

function mismatch(principal: string, actual: bigint, expected: bigint, isOrigin: boolean) {
  return actual === expected ? undefined : { actual, expected, is_origin: isOrigin, principal };
}

function chainingRejection(principal: string, actual: bigint, accountNonce: bigint, isOrigin: boolean): Rejection | undefined {
  const expected = accountNonce + NONCE_WINDOW;
  if (actual <= expected) return undefined;
  const message = 'Nonce would exceed chaining limit in mempool';
  return { reason: 'TooMuchChaining', data: { actual, expected, is_origin: isOrigin, message, principal } };
}

function fundsRejection(transaction: Transaction, origin: AdmissionAccount, payer: AdmissionAccount): Rejection | undefined {
  const fee = transactionFee(transaction);
  const { payload } = transaction;
  if (payload.type !== 'transfer') return payer.balance < fee ? notEnoughFunds(fee, payer.balance) : undefined;
  const ownFee = originAddress(transaction) === payerAddress(transaction);
  const spent = payload.amount + (ownFee ? fee : 0n);
  if (origin.balance < spent) return notEnoughFunds(spent, origin.balance);
  return payer.balance < fee ? notEnoughFunds(fee, payer.balance) : undefined;
}

function kindRejection({ payload }: Transaction): Rejection | undefined {
  switch (payload.type) {
    case 'coinbase':
      return { reason: 'NoCoinbaseViaMempool' };
    case 'tenure-change':
      return { reason: 'NoTenureChangeViaMempool' };
    default:
      return undefined;
  }
}
