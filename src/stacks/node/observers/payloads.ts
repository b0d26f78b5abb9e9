import type { PlaceList } from '../../../base/json-parts.js';
import type { ContractInterface } from '../../../clarity/analysis.js';
import { NO_COST } from '../../../clarity/costs.js';
import type { StacksEvent, StacksReceipt } from '../../protocol/receipt/node-receipt.js';
import { headerFields, type MaturedReward, type StacksBlock } from '../chain/block/block.js';
import type { poxUnlockHeights } from '../chain/pox/pox.js';
import { bitcoinAddress, type PoxAddress } from '../chain/pox/pox-address.js';
import type { RewardSet } from '../chain/pox/reward-set.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { StacksBlockInfo } from '../types.js';

const ZERO_HASH = `0x${'00'.repeat(32)}`;
const EMPTY_SIGNATURE = `0x${'00'.repeat(65)}`;

/** The interfaces of the contracts that a block's deploys made, by txid with 0x. */
export type Interfaces = ReadonlyMap<string, ContractInterface>;

/** The facts of a block that the payload of the next one has. */
export type ParentBlock = Pick<StacksBlock, 'blockHash' | 'sortition'>;

type Unlocks = ReturnType<typeof poxUnlockHeights>;

/**
 * The body of `POST /new_block`, as stacks-node's event dispatcher writes it. `list` takes the events.
 * @param parent undefined for the block after genesis; of a fork the block that it continues
 */
export function newBlockPayload(
  { block, parent, receipts, interfaces }: { block: StacksBlock; parent: ParentBlock | undefined } & BlockResults,
  unlocks: Unlocks,
  list: PlaceList,
): Record<string, unknown> {
  const { sortition } = block;
  const parentBurn = parent?.sortition.burn;
  const header = headerFields(block);
  return {
    ...resultFields({ receipts, interfaces }, list),
    block_hash: `0x${block.blockHash}`,
    block_height: block.height,
    block_time: block.time,
    burn_block_hash: `0x${sortition.burn.hash}`,
    burn_block_height: sortition.height,
    burn_block_time: sortition.burn.time,
    consensus_hash: `0x${sortition.consensusHash}`,
    cycle_number: block.chosen?.cycle ?? null,
    index_block_hash: `0x${block.indexHash}`,
    matured_miner_rewards: block.matured.map(rewardPayload),
    miner_signature: EMPTY_SIGNATURE,
    miner_txid: ZERO_HASH,
    parent_block_hash: `0x${parent?.blockHash ?? '00'.repeat(32)}`,
    parent_burn_block_hash: `0x${parentBurn?.hash ?? '00'.repeat(32)}`,
    parent_burn_block_height: parent?.sortition.height ?? 0,
    parent_burn_block_timestamp: parentBurn?.time ?? 0,
    parent_index_block_hash: `0x${block.parentIndexHash}`,
    ...unlockFields(unlocks),
    reward_set: block.chosen === undefined ? null : rewardSetPayload(block.chosen.set),
    signer_bitvec: header.pox_treatment,
    signer_signature: header.signer_signature,
    signer_signature_hash: `0x${block.blockHash}`,
    tenure_height: block.tenureHeight,
  };
}

/**
 * The same for the genesis block, which has no header.
 * @param block its description: its Bitcoin block counts as its parent's too
 */
export function genesisPayload(block: StacksBlockInfo, results: BlockResults, unlocks: Unlocks, list: PlaceList): Record<string, unknown> {
  return {
    ...resultFields(results, list),
    block_hash: block.blockHash,
    block_height: block.height,
    block_time: null,
    burn_block_hash: `0x${block.burnHash}`,
    burn_block_height: block.burnHeight,
    burn_block_time: block.burnTime,
    consensus_hash: `0x${block.consensusHash}`,
    cycle_number: null,
    index_block_hash: block.hash,
    matured_miner_rewards: [],
    miner_txid: ZERO_HASH,
    parent_block_hash: block.parentHash,
    parent_burn_block_hash: `0x${block.burnHash}`,
    parent_burn_block_height: block.burnHeight,
    parent_burn_block_timestamp: block.burnTime,
    parent_index_block_hash: block.parentHash,
    ...unlockFields(unlocks),
    reward_set: null,
    signer_bitvec: null,
    tenure_height: block.tenureHeight,
  };
}

/** What the transactions of a block did. */
export type BlockResults = { receipts: StacksReceipt[]; interfaces: Interfaces };

function resultFields({ receipts, interfaces }: BlockResults, list: PlaceList) {
  return {
    anchored_cost: totalCost(receipts),
    confirmed_microblocks_cost: totalCost([]),
    events: list(eventsOf(receipts)),
    parent_microblock: ZERO_HASH,
    parent_microblock_sequence: 0,
    transactions: receipts.map((receipt) => transactionPayload(receipt, interfaces.get(receipt.txid))),
  };
}

function* eventsOf(receipts: readonly StacksReceipt[]): Generator<StacksEvent> {
  for (const { events } of receipts) yield* events;
}

function unlockFields({ v1, v2, v3, v4 }: Unlocks) {
  return { pox_v1_unlock_height: v1, pox_v2_unlock_height: v2, pox_v3_unlock_height: v3, pox_v4_unlock_height: v4 };
}

/**
 * The body of `POST /new_burn_block`; this chain has no payments and no burns.
 * @param slotHolders whom the block would pay
 */
export function newBurnBlockPayload(
  { burn, height, consensusHash }: Sortition,
  slotHolders: readonly PoxAddress[],
): Record<string, unknown> {
  return {
    burn_block_hash: `0x${burn.hash}`,
    burn_block_height: height,
    reward_recipients: [],
    reward_slot_holders: slotHolders.map(bitcoinAddress),
    burn_amount: 0,
    consensus_hash: `0x${consensusHash}`,
    parent_burn_block_hash: `0x${burn.previousHash}`,
    pox_transactions: [],
  };
}

/** Amounts are text here, and addresses Bitcoin's. Since pox-5, neither the threshold nor the address of the payouts is in it. */
function rewardSetPayload({ threshold, addresses, payout, signers }: RewardSet): Record<string, unknown> {
  return {
    rewarded_addresses: addresses.map(bitcoinAddress),
    start_cycle_state: { missed_reward_slots: [] },
    signers: signers.map(({ key, stacked, weight }) => ({ signing_key: key, stacked_amt: `${stacked}`, weight })),
    pox_ustx_threshold: payout === undefined ? `${threshold}` : null,
  };
}

function rewardPayload({ recipient, coinbase, anchoredFees, streamedFees, from }: MaturedReward): Record<string, string> {
  return {
    recipient,
    miner_address: recipient,
    coinbase_amount: `${coinbase}`,
    tx_fees_anchored: `${anchoredFees}`,
    tx_fees_streamed_confirmed: '0',
    tx_fees_streamed_produced: `${streamedFees}`,
    from_stacks_block_hash: `0x${from.blockHash}`,
    from_index_consensus_hash: `0x${from.indexHash}`,
  };
}

function transactionPayload(receipt: StacksReceipt, contractInterface: ContractInterface | undefined): Record<string, unknown> {
  return {
    txid: receipt.txid,
    tx_index: receipt.txIndex,
    status: receipt.status,
    raw_result: receipt.rawResult,
    raw_tx: receipt.rawTx,
    contract_interface: contractInterface ?? null,
    burnchain_op: null,
    execution_cost: costPayload(receipt.cost),
    microblock_sequence: null,
    microblock_hash: null,
    microblock_parent_hash: null,
    vm_error: receipt.vmError,
  };
}

function costPayload(cost: StacksReceipt['cost']): Record<string, number> {
  return {
    write_length: cost.writeLength,
    write_count: cost.writeCount,
    read_length: cost.readLength,
    read_count: cost.readCount,
    runtime: cost.runtime,
  };
}

function totalCost(receipts: StacksReceipt[]): Record<string, number> {
  const total: Record<keyof typeof NO_COST, number> = { ...NO_COST };
  for (const { cost } of receipts) {
    total.readCount += cost.readCount;
    total.readLength += cost.readLength;
    total.runtime += cost.runtime;
    total.writeCount += cost.writeCount;
    total.writeLength += cost.writeLength;
  }
  return costPayload(total);
}
