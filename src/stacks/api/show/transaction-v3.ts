import { hex0x } from '../../../base/hex.js';
import type { PendingTransaction } from '../../history/chain/pending-transaction.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import { contractOf, type Outcome } from '../../history/lookup/outcome.js';

import { originAddress, payerAddress, type Transaction, transactionFee } from '../../protocol/codec/transaction/transaction.js';
import type { ApiContext } from '../context.js';
import { apiRepr, showValue } from './clarity.js';
import { showMemo } from './memo.js';
import { showPostCondition } from './post-conditions.js';
import { showTenureChange, TENURE_CHANGE_CAUSES, txType } from './transaction.js';

/** Heavy fields, which are shown only on request. */
export type Include = 'function_args' | 'source_code' | 'post_conditions' | 'result';

/** A mined transaction as lists of v3 show it. */
export function showSummaryV3(outcome: Outcome): object {
  return { ...showHead(outcome.transaction), ...showPlace(outcome), ...showPayload(outcome.transaction) };
}

/** A mined transaction alone in v3. */
export function showTransactionV3({ history }: ApiContext, outcome: Outcome, include: readonly Include[]): object {
  const { record, receipt, transaction, events } = outcome;
  const parentHash = record.block.facts.parentHash;
  const { cost } = receipt;
  return {
    ...showHead(transaction),
    ...showPlace(outcome),
    parent_block: { hash: history.chain.find(parentHash)?.facts.blockHash ?? parentHash, index_hash: parentHash },
    event_count: events.length,
    execution_cost: {
      read_count: cost.readCount,
      read_length: cost.readLength,
      runtime: cost.runtime,
      write_count: cost.writeCount,
      write_length: cost.writeLength,
    },
    vm_error: receipt.vmError,
    ...(include.includes('post_conditions') && { post_conditions: transaction.postConditions.map(showPostCondition) }),
    ...(include.includes('result') && { result: showValue(receipt.rawResult) }),
    ...showPayload(transaction, { full: true, include }),
  };
}

/** A pending transaction as lists of v3 show it. */
export function showPendingSummaryV3({ transaction, since, height }: PendingTransaction): object {
  const place = { receipt_time: since, receipt_block_height: height, status: 'pending' };
  return { ...showHead(transaction), ...place, ...showPayload(transaction, { pending: true }) };
}

/** A pending transaction alone in v3. */
export function showPendingV3(pending: PendingTransaction, include: readonly Include[]): object {
  const { transaction } = pending;
  return {
    ...showPendingSummaryV3(pending),
    replaced_by_tx_id: null,
    ...(include.includes('post_conditions') && { post_conditions: transaction.postConditions.map(showPostCondition) }),
    ...showPayload(transaction, { pending: true, include }),
  };
}

function showHead(transaction: Transaction): object {
  const { origin, sponsor } = transaction;
  return {
    tx_id: `0x${transaction.txid}`,
    sender: { address: originAddress(transaction), nonce: Number(origin.nonce) },
    sponsor: sponsor === undefined ? null : { address: payerAddress(transaction), nonce: Number(sponsor.nonce) },
    fee_rate: `${transactionFee(transaction)}`,
  };
}

function showPlace({ record, receipt }: Outcome): object {
  return { ...showPosition(record), status: receipt.status };
}

/** Where a transaction is on both chains. */
export function showPosition({ block: { facts }, index }: TransactionRecord): object {
  return {
    block: { height: facts.height, hash: facts.blockHash, index_hash: facts.hash, time: facts.time, tx_index: index },
    bitcoin_block: { height: facts.burnHeight, time: facts.burnTime ?? facts.time },
  };
}

type PayloadOptions = {
  /** Whether the transaction is shown alone. */
  full?: boolean;
  pending?: boolean;
  include?: readonly Include[];
};

function showPayload(transaction: Transaction, { full = false, pending = false, include = [] }: PayloadOptions = {}): object {
  const { payload } = transaction;
  const type = txType(transaction);
  switch (payload.type) {
    case 'transfer': {
      const { recipient, amount, memo } = payload;
      return { type, token_transfer: { recipient: recipient.text, amount: `${amount}`, memo: showMemo(hex0x(memo)) } };
    }
    case 'deploy': {
      const source = include.includes('source_code') && { source_code: payload.source };
      return { type, smart_contract: { clarity_version: payload.clarityVersion ?? null, contract_id: contractOf(transaction), ...source } };
    }
    case 'call': {
      const values = payload.args.map((value, i) => ({ hex: `0x${payload.rawArgs[i]}`, repr: apiRepr(value) }));
      const args = include.includes('function_args') && { function_args: values };
      return { type, contract_call: { contract_id: contractOf(transaction), function_name: payload.fn, ...args } };
    }
    case 'coinbase': {
      if (pending) return { type };
      const { data, recipient, proof } = payload;
      const more = full && { payload: hex0x(data), vrf_proof: proof === undefined ? null : hex0x(proof) };
      return { type, coinbase: { alt_recipient: recipient === undefined ? null : recipient.text, ...more } };
    }
    case 'tenure-change': {
      if (pending) return { type };
      const cause = TENURE_CHANGE_CAUSES[payload.change.cause];
      return { type, tenure_change: { cause, ...(full && showTenureChange(payload.change)) } };
    }
    case 'poison':
      return { type };
  }
}
