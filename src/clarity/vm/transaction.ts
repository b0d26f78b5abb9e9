import { invalid } from '../../base/error.js';
import type { FungibleCode, NonFungibleCode, Payload, PostCondition, PoxCode, Transaction } from '../transaction/transaction.js';
import type { PrincipalValue } from '../values/value.js';
import type { ClarityVersion } from '../version.js';
import { readBytes } from './chain.js';
import { type ClarityInput, readContractId, readPrincipal, readValue } from './value.js';

/** What every transaction can have besides its payload. Nothing is signed. */
export type TransactionOptions = {
  /** @default the next nonce of the sender */
  nonce?: bigint | undefined;
  /** In micro-STX. @default 0n */
  fee?: bigint | undefined;
  /** Who pays the fee instead of the sender: `tx-sponsor?`. @default nobody; its nonce is the next one */
  sponsor?: { address: string; nonce?: bigint | undefined } | undefined;
  /**
   * What happens to assets that no condition covers: they may move, may not, or may not if they are the sender's (SIP-040).
   * @default 'allow'
   */
  postConditionMode?: 'allow' | 'deny' | 'originator' | undefined;
  /** Checked in this order, before uncovered assets (SIP-005). @default none */
  postConditions?: readonly ClarityPostCondition[] | undefined;
  /** Whether the receipt has the calls of the transaction. @default false */
  trace?: boolean | undefined;
};

/** A condition on what an account sends. Amounts are micro-STX or units of the token; an asset is `ST….contract::token`. */
export type ClarityPostCondition = {
  /** The account or contract. @default the sender of the transaction */
  readonly principal?: string | undefined;
} & (
  | { readonly type: 'stx' | 'staking'; readonly code: FungibleCode; readonly amount: bigint }
  | { readonly type: 'ft'; readonly asset: string; readonly code: FungibleCode; readonly amount: bigint }
  | { readonly type: 'nft'; readonly asset: string; readonly code: NonFungibleCode; readonly value: ClarityInput }
  | { readonly type: 'pox'; readonly code: PoxCode }
);

/** A contract to deploy. Its sender is the account in its id. */
export type DeployRequest = TransactionOptions & {
  /** `ST….counter`. */
  contract: string;
  source: string;
  /** @default the newest one that the epoch has */
  clarityVersion?: ClarityVersion | undefined;
};

/** A function to call as a transaction. */
export type CallRequest = TransactionOptions & {
  contract: string;
  fn: string;
  /** @default none */
  args?: readonly ClarityInput[] | undefined;
  /** An account, or a contract: the VM checks no signature. */
  sender: string;
};

/** STX to transfer. */
export type TransferRequest = TransactionOptions & {
  sender: string;
  recipient: string;
  /** In micro-STX. */
  amount: bigint;
  /** At most 34 bytes as hex; zeros complete them. @default zeros */
  memo?: string | undefined;
};

/** A function to call without an effect. */
export type ReadRequest = Pick<CallRequest, 'contract' | 'fn' | 'args'> & {
  /** @default the contract */
  sender?: string | undefined;
  /** Whether the result has the calls. @default false */
  trace?: boolean | undefined;
};

/** The nonces of accounts that a request does not give. */
type NonceOf = (principal: PrincipalValue) => bigint;

/** Returns a request as the VM takes it. @throws DevnetError INVALID_INPUT */
export function readTransaction(origin: PrincipalValue, payload: Payload, options: TransactionOptions, nonceOf: NonceOf): Transaction {
  const { fee = 0n, postConditionMode = 'allow', postConditions = [] } = options;
  if (!['allow', 'deny', 'originator'].includes(postConditionMode))
    throw invalid('postConditionMode', "'allow', 'deny' or 'originator'", postConditionMode);
  const payer = options.sponsor && readPrincipal(options.sponsor.address, 'sponsor.address');
  return {
    origin,
    nonce: options.nonce ?? nonceOf(origin),
    sponsor: payer && { principal: payer, nonce: options.sponsor?.nonce ?? nonceOf(payer) },
    fee: readAmount(fee, 'fee'),
    payload,
    postConditionMode,
    postConditions: postConditions.map((condition, at) => readCondition(condition, `postConditions[${at}]`)),
  };
}

export function readDeploy({ contract, source, clarityVersion }: DeployRequest): Payload {
  return { type: 'deploy', name: readContractId(contract).name, source, version: clarityVersion };
}

export function readCall({ contract, fn, args = [] }: Pick<CallRequest, 'contract' | 'fn' | 'args'>): Extract<Payload, { type: 'call' }> {
  return { type: 'call', contract: readContractId(contract), fn, args: args.map((arg, at) => readValue(arg, `args[${at}]`)) };
}

const MEMO_LENGTH = 34;

export function readTransfer({ recipient, amount, memo = '' }: TransferRequest): Payload {
  const given = readBytes(memo, 'memo');
  if (given.length > MEMO_LENGTH) throw invalid('memo', `at most ${MEMO_LENGTH} bytes`, memo);
  const bytes = new Uint8Array(MEMO_LENGTH);
  bytes.set(given);
  return { type: 'transfer', recipient: readPrincipal(recipient, 'recipient'), amount: readAmount(amount, 'amount'), memo: bytes };
}

const CODES: Readonly<Record<string, readonly string[]>> = {
  stx: ['eq', 'gt', 'gte', 'lt', 'lte'],
  staking: ['eq', 'gt', 'gte', 'lt', 'lte'],
  ft: ['eq', 'gt', 'gte', 'lt', 'lte'],
  nft: ['sent', 'not-sent', 'maybe-sent'],
  pox: ['not-performed', 'maybe-performed', 'performed'],
};

function readCondition(condition: ClarityPostCondition, field: string): PostCondition {
  const codes = CODES[condition.type];
  if (codes === undefined) throw invalid(`${field}.type`, `one of ${Object.keys(CODES).join(', ')}`, condition.type);
  if (!codes.includes(condition.code)) throw invalid(`${field}.code`, `one of ${codes.join(', ')}`, condition.code);
  const principal = condition.principal === undefined ? undefined : readPrincipal(condition.principal, `${field}.principal`);
  if (condition.type === 'nft') return { ...condition, principal, value: readValue(condition.value, `${field}.value`) };
  if ('amount' in condition) readAmount(condition.amount, `${field}.amount`);
  return { ...condition, principal };
}

/** @throws DevnetError INVALID_INPUT for what does not fit into 64 bits, as in a transaction */
export function readAmount(amount: bigint, field: string): bigint {
  if (typeof amount === 'bigint' && amount >= 0n && amount < 2n ** 64n) return amount;
  throw invalid(field, 'a bigint from 0n below 2 ** 64', amount);
}
