import type { BlockEntry } from '#dist/bitcoin/node/chain/block-entry.js';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import type { NodeCore } from '#dist/bitcoin/node/core.js';
import { assembleBlock } from '#dist/bitcoin/node/mining/assemble.js';
import { grindNonce } from '#dist/bitcoin/node/mining/grind.js';
import { type Block, merkleRoot, witnessCommitmentScript, witnessMerkleRoot } from '#dist/bitcoin/protocol/codec/block.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { TRUE_SCRIPT } from './harness.js';

export type BlockPlan = {
  core: NodeCore;
  /** @default the tip */
  parent?: BlockEntry;
  transactions?: Transaction[];
  /** What the coinbase claims besides the subsidy. @default 0 */
  fees?: bigint;
  scriptPubKey?: Uint8Array;
  /** Changes the block before it is committed to. */
  change?: (block: Block) => void;
  /** Changes the header after that, before the nonce is found. */
  seal?: (block: Block) => void;
};

/** A block with a found nonce, valid unless the plan breaks a rule. */
export function buildBlock({
  core,
  parent = core.chain.tip(),
  transactions = [],
  fees = 0n,
  scriptPubKey = TRUE_SCRIPT,
  change,
  seal,
}: BlockPlan): Block {
  const records = transactions.map(recordTx);
  const { block } = assembleBlock({ parent, time: core.clock.blockTime(parent), records, fees, scriptPubKey });
  change?.(block);
  block.header.merkleRoot = merkleRoot(block.transactions);
  seal?.(block);
  return mined(block);
}

/** Renews the witness commitment after the witnesses changed. */
export function commitWitnesses(block: Block): void {
  const output = block.transactions[0]?.outputs[1];
  if (output === undefined) throw new RangeError('no commitment');
  output.scriptPubKey = witnessCommitmentScript(witnessMerkleRoot(block.transactions), new Uint8Array(32));
}

function mined(block: Block): Block {
  const nonce = grindNonce(block.header, () => false);
  if (nonce === undefined) throw new RangeError('no nonce');
  block.header.nonce = nonce;
  return block;
}
