import type { StacksClient } from '../../chains/stacks/client/client.js';
import { originAddress, payerAddress, type Transaction, transactionFee } from '../../chains/stacks/codec/transaction/transaction.js';
import { type FoundTransaction, findTransaction } from './find-transaction.js';
import { showPostCondition } from './post-conditions.js';
import type { StacksView } from './stacks-view.js';
import { showEvent } from './transaction-events.js';
import { showPayload } from './transaction-payload.js';

/**
 * A transaction as `/extended/v1/tx` shows it.
 * @param txid with 0x
 * @returns undefined for an unknown transaction
 */
export async function showTransaction(view: StacksView, node: StacksClient, txid: string): Promise<object | undefined> {
  const found = await findTransaction(view, node, txid);
  switch (found?.at) {
    case 'block':
      return { ...(await showHead(txid, found.transaction, node)), ...showMined(found) };
    case 'mempool':
      return {
        ...(await showHead(txid, found.transaction, node)),
        tx_status: 'pending',
        ...(found.since !== undefined && times('receipt_time', found.since)),
      };
    case 'dropped':
      // Nothing but its end is left of a dropped transaction.
      return { tx_id: txid, tx_type: '', tx_status: found.status, replaced_by_tx_id: found.replacedBy ?? null };
    case undefined:
      return undefined;
  }
}

function showMined({ mined, burnTime }: Extract<FoundTransaction, { at: 'block' }>): object {
  const { receipt, summary, block, parent } = mined;
  const { cost } = receipt;
  return {
    tx_status: receipt.status,
    tx_result: summary.result,
    tx_index: receipt.txIndex,
    canonical: true,
    block_hash: block.blockHash,
    block_height: block.height,
    ...times('block_time', block.time),
    burn_block_height: block.burnHeight,
    ...times('burn_block_time', burnTime),
    ...(parent && { parent_block_hash: parent.blockHash }),
    is_unanchored: false,
    // What the API says of blocks without microblocks, which is all of Nakamoto.
    microblock_hash: '',
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    event_count: receipt.events.length,
    events: receipt.events.map(showEvent),
    execution_cost_read_count: cost.readCount,
    execution_cost_read_length: cost.readLength,
    execution_cost_runtime: cost.runtime,
    execution_cost_write_count: cost.writeCount,
    execution_cost_write_length: cost.writeLength,
    vm_error: receipt.vmError,
  };
}

async function showHead(txid: string, transaction: Transaction, node: StacksClient): Promise<object> {
  const { origin, sponsor, postConditions, postConditionMode, anchorMode, payload } = transaction;
  const sender = originAddress(transaction);
  return {
    tx_id: txid,
    nonce: Number(origin.nonce),
    fee_rate: `${transactionFee(transaction)}`,
    sender_address: sender,
    sponsored: sponsor !== undefined,
    ...(sponsor && { sponsor_address: payerAddress(transaction), sponsor_nonce: Number(sponsor.nonce) }),
    post_condition_mode: postConditionMode,
    post_conditions: postConditions.map(showPostCondition),
    anchor_mode: ANCHOR_MODES[anchorMode],
    ...(await showPayload(payload, sender, node)),
  };
}

const ANCHOR_MODES: Record<Transaction['anchorMode'], string> = { 'on-chain': 'on_chain_only', 'off-chain': 'off_chain_only', any: 'any' };

function times(name: string, seconds: number): Record<string, number | string> {
  return { [name]: seconds, [`${name}_iso`]: new Date(seconds * 1000).toISOString() };
}
