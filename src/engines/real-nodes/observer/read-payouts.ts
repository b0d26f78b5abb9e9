import { without0x } from '../../../base/hex.js';
import { field, type Json, listOf, readBig, readNumber, readObject, readText } from '../../../base/json.js';
import type { BlockPayouts } from '../../../stacks/engine.js';

/** Parses the body of `POST /new_burn_block`. @throws DevnetError RPC */
export function readPayouts(body: Json): BlockPayouts {
  const block = readObject(body, 'new_burn_block');
  return {
    height: readNumber(block, 'burn_block_height'),
    hash: without0x(readText(block, 'burn_block_hash')),
    slotHolders: listOf(field(block, 'reward_slot_holders'), 'reward_slot_holders').map((holder) => readText({ holder }, 'holder')),
    burned: `${readBig(block, 'burn_amount')}`,
    rewards: listOf(field(block, 'reward_recipients'), 'reward_recipients').map((value) =>
      readReward(readObject(value, 'reward_recipients')),
    ),
    // Nodes before 4.0 do not send them.
    transactions: listOf(field(block, 'pox_transactions') ?? [], 'pox_transactions').map((value) => {
      const transaction = readObject(value, 'pox_transactions');
      return {
        txid: without0x(readText(transaction, 'txid')),
        recipients: listOf(field(transaction, 'reward_recipients'), 'reward_recipients').map((entry) => {
          const recipient = readObject(entry, 'reward_recipients');
          return { ...readReward(recipient), output: readNumber(recipient, 'utxo_idx') };
        }),
      };
    }),
  };
}

function readReward(reward: object): { recipient: string; amount: string } {
  return { recipient: readText(reward, 'recipient'), amount: `${readBig(reward, 'amt')}` };
}
