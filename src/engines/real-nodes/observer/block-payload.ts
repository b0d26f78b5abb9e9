import { without0x } from '../../../base/hex.js';
import { field, type Json, listOf, readBig, readNumber, readObject, readOneOf, readText } from '../../../base/json.js';
import type { ChosenCycle, MinerReward } from '../../../stacks/engine.js';
import { readCost, readEvents, readVmError } from '../../../stacks/outcomes.js';
import { STATUSES, type StacksEvent, type StacksReceipt } from '../../../stacks/receipt.js';
import type { ObservedBlock } from '../../common/follow/stacks-chain.js';

/** Parses the body of `POST /new_block`. @throws DevnetError RPC */
export function readBlockPayload(body: Json): ObservedBlock {
  const block = readObject(body, 'new_block');
  const events = byTransaction(readEvents(listOf(field(block, 'events'), 'events')));
  const time = field(block, 'block_time');
  return {
    height: readNumber(block, 'block_height'),
    hash: readText(block, 'index_block_hash'),
    blockHash: readText(block, 'block_hash'),
    parentHash: readText(block, 'parent_index_block_hash'),
    consensusHash: without0x(readText(block, 'consensus_hash')),
    burnHeight: readNumber(block, 'burn_block_height'),
    burnHash: without0x(readText(block, 'burn_block_hash')),
    burnTime: readNumber(block, 'burn_block_time'),
    minerTxid: readText(block, 'miner_txid'),
    tenureHeight: readNumber(block, 'tenure_height'),
    time: typeof time === 'number' ? time : readNumber(block, 'burn_block_time'),
    rewards: listOf(field(block, 'matured_miner_rewards'), 'matured_miner_rewards').map(readReward),
    chosen: readChosen(block),
    receipts: listOf(field(block, 'transactions'), 'transactions').map((transaction) => readReceipt(transaction, events)),
  };
}

/** A block may have thousands of transactions and a million events: each event is looked at once. */
function byTransaction(events: readonly StacksEvent[]): ReadonlyMap<string, readonly StacksEvent[]> {
  const found = new Map<string, StacksEvent[]>();
  for (const event of events) {
    const own = found.get(event.txid);
    if (own === undefined) found.set(event.txid, [event]);
    else own.push(event);
  }
  return found;
}

function readReceipt(value: Json, events: ReadonlyMap<string, readonly StacksEvent[]>): StacksReceipt {
  const transaction = readObject(value, 'transaction');
  const txid = readText(transaction, 'txid');
  const status = readOneOf(transaction, 'status', STATUSES);
  const contractInterface = field(transaction, 'contract_interface');
  return {
    txid,
    rawTx: readText(transaction, 'raw_tx'),
    txIndex: readNumber(transaction, 'tx_index'),
    status,
    rawResult: readText(transaction, 'raw_result'),
    events: events.get(txid) ?? [],
    vmError: readVmError(transaction),
    ...(status !== 'success' && typeof contractInterface === 'object' && contractInterface !== null && { contractInterface }),
    cost: readCost(readObject(field(transaction, 'execution_cost'), 'execution_cost')),
  };
}

function readReward(value: Json): MinerReward {
  const reward = readObject(value, 'matured_miner_rewards');
  const parts = ['coinbase_amount', 'tx_fees_anchored', 'tx_fees_streamed_confirmed', 'tx_fees_streamed_produced'];
  const amount = parts.reduce((sum, part) => sum + readBig(reward, part), 0n);
  return { recipient: readText(reward, 'recipient'), coinbase: `${readBig(reward, 'coinbase_amount')}`, amount: `${amount}` };
}

/** The signers of the next cycle, in the block that chose them. Cycles before PoX-4 have none. */
function readChosen(block: object): ChosenCycle | undefined {
  const cycle = field(block, 'cycle_number');
  const set = field(block, 'reward_set');
  const signers = typeof set === 'object' && set !== null ? field(set, 'signers') : undefined;
  if (typeof cycle !== 'number' || !Array.isArray(signers)) return undefined;
  return {
    cycle,
    signers: signers.map((value: Json) => {
      const signer = readObject(value, 'signers');
      return {
        key: without0x(readText(signer, 'signing_key')),
        stacked: `${readBig(signer, 'stacked_amt')}`,
        weight: readNumber(signer, 'weight'),
      };
    }),
  };
}
