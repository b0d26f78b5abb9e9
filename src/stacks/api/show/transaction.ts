import { hex0x } from '../../../base/hex.js';
import type { DroppedTransaction } from '../../history/chain/mempool.js';
import type { PendingTransaction } from '../../history/chain/pending-transaction.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import type { PayloadType } from '../../history/lookup/by-type.js';
import { contractOf, type Outcome, outcomeOf } from '../../history/lookup/outcome.js';

import { originAddress, payerAddress, type Transaction, transactionFee } from '../../protocol/codec/transaction/transaction.js';
import type { ApiContext } from '../context.js';
import { apiRepr, showValue, typeOfValue } from './clarity.js';
import { showEvent } from './events.js';
import { isoTime } from './iso-time.js';
import { showPostCondition } from './post-conditions.js';

/** The kind of a transaction, as all versions of the API name it. */
export type TxType = 'token_transfer' | 'smart_contract' | 'contract_call' | 'coinbase' | 'tenure_change' | 'poison_microblock';

const TYPES: Record<PayloadType, TxType> = {
  transfer: 'token_transfer',
  deploy: 'smart_contract',
  call: 'contract_call',
  coinbase: 'coinbase',
  'tenure-change': 'tenure_change',
  poison: 'poison_microblock',
};

const PAYLOADS: Record<TxType, PayloadType> = {
  token_transfer: 'transfer',
  smart_contract: 'deploy',
  contract_call: 'call',
  coinbase: 'coinbase',
  tenure_change: 'tenure-change',
  poison_microblock: 'poison',
};

/** Returns the codec's name of a type. */
export function payloadType(type: TxType): PayloadType {
  return PAYLOADS[type];
}

export function txType({ payload }: Transaction): TxType {
  return TYPES[payload.type];
}

export type ShowOptions = {
  /** Which events to show, by their number. @default none */
  events?: { limit: number; offset: number } | undefined;
  /** Leaves the arguments of calls out. @default false */
  withoutArguments?: boolean | undefined;
  /** Shows arguments of calls with the names and types of the contract's interface. @default true */
  abi?: boolean | undefined;
};

/** A mined transaction in v1 and v2. */
export async function showTransaction(context: ApiContext, record: TransactionRecord, options: ShowOptions = {}): Promise<object> {
  const outcome = outcomeOf(record);
  if (outcome === undefined) return { tx_id: record.txid };
  const { chain } = context.history;
  const { receipt, transaction } = outcome;
  const { block } = record;
  const { facts } = block;
  const parent = chain.find(facts.parentHash)?.facts;
  const burnTime = facts.burnTime ?? facts.time;
  // Block 1 has the transactions of block 0, with the time of that.
  const time = record.isGenesis ? (chain.genesis?.facts.time ?? facts.time) : facts.time;
  const parentBurnTime = parent?.burnTime ?? burnTime;
  const { cost } = receipt;
  const { events } = outcome;
  const { limit, offset } = options.events ?? { limit: 0, offset: 0 };
  const mined = {
    block_hash: facts.blockHash,
    block_height: facts.height,
    block_time: time,
    block_time_iso: isoTime(time),
    burn_block_time: burnTime,
    burn_block_time_iso: isoTime(burnTime),
    burn_block_height: facts.burnHeight,
    parent_burn_block_time: parentBurnTime,
    parent_burn_block_time_iso: isoTime(parentBurnTime),
    canonical: chain.isCanonical(block),
    tx_index: record.index,
    tx_status: receipt.status,
    tx_result: showValue(receipt.rawResult),
    event_count: events.length,
    parent_block_hash: parent?.blockHash ?? facts.parentHash,
    is_unanchored: false,
    // What the API says of blocks without microblocks, which is all of Nakamoto.
    microblock_hash: '0x',
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    execution_cost_read_count: cost.readCount,
    execution_cost_read_length: cost.readLength,
    execution_cost_runtime: cost.runtime,
    execution_cost_write_count: cost.writeCount,
    execution_cost_write_length: cost.writeLength,
    vm_error: receipt.vmError,
    events: events.slice(offset, offset + limit).map((event, i) => showEvent(event, offset + i, record.txid)),
  };
  // Lists have many of these. With so many keys, V8 takes 50 times longer for a literal of spreads.
  return Object.assign(showHead(transaction, outcome), mined, await showPayload(context, transaction, options));
}

/** A transaction that is in no block in v1 and v2. */
export async function showPending(
  context: ApiContext,
  { transaction, since }: PendingTransaction,
  options: ShowOptions = {},
  dropped?: Pick<DroppedTransaction, 'reason' | 'replacedBy'>,
): Promise<object> {
  return {
    ...showHead(transaction, { sender: originAddress(transaction), payer: payerAddress(transaction) }),
    tx_status: dropped === undefined ? 'pending' : droppedStatus(dropped.reason),
    replaced_by_tx_id: dropped?.replacedBy ?? null,
    receipt_time: since,
    receipt_time_iso: isoTime(since),
    ...(await showPayload(context, transaction, options)),
  };
}

const DROPPED: Record<string, string> = {
  ReplaceByFee: 'dropped_replace_by_fee',
  ReplaceAcrossFork: 'dropped_replace_across_fork',
  TooExpensive: 'dropped_too_expensive',
  StaleGarbageCollect: 'dropped_stale_garbage_collect',
};

/** The API's word for a node's reason. */
function droppedStatus(reason: string): string {
  return DROPPED[reason] ?? 'dropped_problematic';
}

const ANCHOR_MODES: Record<Transaction['anchorMode'], string> = { 'on-chain': 'on_chain_only', 'off-chain': 'off_chain_only', any: 'any' };

function showHead(transaction: Transaction, { sender, payer }: Pick<Outcome, 'sender' | 'payer'>): object {
  const { origin, sponsor } = transaction;
  return {
    tx_id: `0x${transaction.txid}`,
    nonce: Number(origin.nonce),
    fee_rate: `${transactionFee(transaction)}`,
    sender_address: sender,
    sponsored: sponsor !== undefined,
    ...(sponsor && { sponsor_address: payer, sponsor_nonce: Number(sponsor.nonce) }),
    post_condition_mode: transaction.postConditionMode,
    post_conditions: transaction.postConditions.map(showPostCondition),
    anchor_mode: ANCHOR_MODES[transaction.anchorMode],
  };
}

/** The API's words for the causes of a tenure change, by number. */
export const TENURE_CHANGE_CAUSES = [
  'block_found',
  'extended',
  'extended_runtime',
  'extended_read_count',
  'extended_read_length',
  'extended_write_count',
  'extended_write_length',
];

async function showPayload(context: ApiContext, transaction: Transaction, options: ShowOptions): Promise<object> {
  const { payload } = transaction;
  const type = txType(transaction);
  switch (payload.type) {
    case 'transfer': {
      const { recipient, amount, memo } = payload;
      const transfer = { recipient_address: recipient.text, amount: `${amount}`, memo: hex0x(memo) };
      return { tx_type: type, token_transfer: transfer };
    }
    case 'deploy': {
      const { clarityVersion = null, source } = payload;
      const contract = { clarity_version: clarityVersion, contract_id: contractOf(transaction), source_code: source };
      return { tx_type: type, smart_contract: contract };
    }
    case 'call':
      return { tx_type: type, contract_call: await showCall(context, transaction, payload, options) };
    case 'coinbase': {
      const { data, recipient, proof } = payload;
      const coinbase = {
        data: hex0x(data),
        alt_recipient: recipient === undefined ? null : recipient.text,
        ...(proof && { vrf_proof: hex0x(proof) }),
      };
      return { tx_type: type, coinbase_payload: coinbase };
    }
    case 'tenure-change':
      return {
        tx_type: type,
        tenure_change_payload: { ...showTenureChange(payload.change), cause: TENURE_CHANGE_CAUSES[payload.change.cause] },
      };
    case 'poison': {
      const [first, second] = payload.headers;
      return { tx_type: type, poison_microblock: { microblock_header_1: hex0x(first.raw), microblock_header_2: hex0x(second.raw) } };
    }
  }
}

type Call = Extract<Transaction['payload'], { type: 'call' }>;

async function showCall(
  { interfaces }: ApiContext,
  transaction: Transaction,
  { fn, args, rawArgs }: Call,
  { withoutArguments = false, abi = true }: ShowOptions,
): Promise<object> {
  const contract = contractOf(transaction) ?? '';
  const found = abi ? await interfaces.parameters(contract, fn) : undefined;
  const parameters = found?.parameters ?? [];
  const signature = parameters.map(({ name, type }) => `(${name} ${type})`).join(' ');
  return {
    contract_id: contract,
    function_name: fn,
    function_signature: found?.known ? `(define-${found.access.replace('_', '-')} (${fn} ${signature}))` : '',
    ...(!withoutArguments && {
      function_args: args.map((value, i) => ({
        hex: `0x${rawArgs[i]}`,
        repr: apiRepr(value),
        name: parameters[i]?.name ?? '',
        type: parameters[i]?.type ?? typeOfValue(value),
      })),
    }),
  };
}

/** A tenure change without its cause. */
export function showTenureChange(change: Extract<Transaction['payload'], { type: 'tenure-change' }>['change']): object {
  return {
    tenure_consensus_hash: hex0x(change.tenureConsensusHash),
    prev_tenure_consensus_hash: hex0x(change.previousTenureConsensusHash),
    burn_view_consensus_hash: hex0x(change.burnViewConsensusHash),
    previous_tenure_end: hex0x(change.previousTenureEnd),
    previous_tenure_blocks: change.previousTenureBlocks,
    pubkey_hash: hex0x(change.publicKeyHash),
  };
}
