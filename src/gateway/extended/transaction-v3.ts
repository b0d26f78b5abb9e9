import type { StacksClient } from '../../chains/stacks/client/client.js';
import { encodeAddress } from '../../chains/stacks/codec/c32.js';
import { formatPrincipal } from '../../chains/stacks/codec/principal.js';
import type { Payload } from '../../chains/stacks/codec/transaction/payload.js';
import { originAddress, payerAddress, type Transaction, transactionFee } from '../../chains/stacks/codec/transaction/transaction.js';
import { repr } from '../../chains/stacks/codec/value/repr.js';
import { hex0x } from '../../hex.js';
import { findTransaction } from './find-transaction.js';
import { showPostCondition } from './post-conditions.js';
import type { MinedTx, StacksView } from './stacks-view.js';
import { showTenureChange } from './transaction-payload.js';

/** Heavy fields, which are returned only on request. */
export type Include = ReadonlySet<'function_args' | 'source_code' | 'post_conditions' | 'result'>;

/**
 * A transaction as `/extended/v3/transactions` shows it.
 * @param txid with 0x
 * @returns undefined for an unknown transaction
 */
export async function showTransactionV3(view: StacksView, node: StacksClient, txid: string, include: Include): Promise<object | undefined> {
  const found = await findTransaction(view, node, txid);
  switch (found?.at) {
    case 'block': {
      const { transaction, mined, burnTime } = found;
      return { ...showHead(txid, transaction, include), ...showMined(mined, burnTime, include), ...showPayload(transaction, include) };
    }
    case 'mempool': {
      const { transaction, since } = found;
      const received = since === undefined ? {} : { receipt_time: since };
      return { ...showHead(txid, transaction, include), ...received, status: 'pending', ...showPayload(transaction, include) };
    }
    case 'dropped':
      return { tx_id: txid, status: found.status, replaced_by_tx_id: found.replacedBy ?? null };
    case undefined:
      return undefined;
  }
}

function showHead(txid: string, transaction: Transaction, include: Include): object {
  const { origin, sponsor, postConditions } = transaction;
  return {
    tx_id: txid,
    sender: { address: originAddress(transaction), nonce: Number(origin.nonce) },
    sponsor: sponsor === undefined ? null : { address: payerAddress(transaction), nonce: Number(sponsor.nonce) },
    fee_rate: `${transactionFee(transaction)}`,
    ...(include.has('post_conditions') && { post_conditions: postConditions.map(showPostCondition) }),
  };
}

function showMined({ receipt, summary, block, parent }: MinedTx, burnTime: number, include: Include): object {
  const { readCount, readLength, runtime, writeCount, writeLength } = receipt.cost;
  return {
    block: { height: block.height, hash: block.blockHash, index_hash: block.hash, time: block.time, tx_index: receipt.txIndex },
    bitcoin_block: { height: block.burnHeight, time: burnTime },
    ...(parent && { parent_block: { hash: parent.blockHash, index_hash: parent.hash } }),
    status: receipt.status,
    event_count: receipt.events.length,
    execution_cost: {
      read_count: readCount,
      read_length: readLength,
      runtime,
      write_count: writeCount,
      write_length: writeLength,
    },
    vm_error: receipt.vmError,
    ...(include.has('result') && { result: summary.result }),
  };
}

/** `type` and the fields that go with it. */
function showPayload(transaction: Transaction, include: Include): object {
  const { payload } = transaction;
  switch (payload.type) {
    case 'transfer': {
      const { recipient, amount, memo } = payload;
      return {
        type: 'token_transfer',
        token_transfer: { recipient: formatPrincipal(recipient), amount: `${amount}`, memo: showMemo(memo) },
      };
    }
    case 'deploy': {
      const contract = { contract_id: `${originAddress(transaction)}.${payload.name}`, clarity_version: payload.clarityVersion ?? null };
      return {
        type: 'smart_contract',
        smart_contract: { ...contract, ...(include.has('source_code') && { source_code: payload.source }) },
      };
    }
    case 'call':
      return { type: 'contract_call', contract_call: showCall(payload, include) };
    case 'coinbase': {
      const { data, recipient, proof } = payload;
      const coinbase = {
        payload: hex0x(data),
        alt_recipient: recipient === undefined ? null : formatPrincipal(recipient),
        vrf_proof: proof === undefined ? null : hex0x(proof),
      };
      return { type: 'coinbase', coinbase };
    }
    case 'tenure-change':
      return { type: 'tenure_change', tenure_change: showTenureChange(payload.change) };
    case 'poison':
      return { type: 'poison_microblock' };
  }
}

function showCall({ address, contract, fn, args, rawArgs }: Extract<Payload, { type: 'call' }>, include: Include): object {
  const values = args.map((value, i) => ({ hex: `0x${rawArgs[i]}`, repr: repr(value) }));
  return {
    contract_id: `${encodeAddress(address)}.${contract}`,
    function_name: fn,
    ...(include.has('function_args') && { function_args: values }),
  };
}

/** Null when it is empty; in words without the zero bytes that fill it up. */
function showMemo(memo: Buffer): { hex: string; repr: string } | null {
  const text = memo.toString('utf8').replace(/\0+$/, '');
  return text === '' ? null : { hex: hex0x(memo), repr: text };
}
