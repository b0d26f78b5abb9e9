import { decodeTransaction } from '../../../../chains/stacks/codec/transaction/transaction.js';
import { parsePrincipal } from '../../../../clarity/values/principal.js';
import { DevnetError } from '../../../../error.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import { writeSigners } from '../../clarity/signers.js';
import type { StacksBlock } from '../block/block.js';
import { signerSetOf } from '../pox/signer-set.js';
import type { ChainState } from '../state/state.js';
import { beginBlock } from './begin-block.js';
import { executeEntry, openProducer } from './produce.js';
import { OPENING } from './tenure.js';

/**
 * Executes a block again up to a transaction, which is not executed. Undefined for one of the first blocks.
 * @param txid hex without 0x
 * @throws DevnetError TIMEOUT if a transaction now takes longer than it may
 */
export async function replayBlock(
  state: ChainState,
  block: StacksBlock,
  txid: string,
  runner = state.vm.queries,
): Promise<BlockExecution | undefined> {
  const { network } = state;
  const { parent, chosen, beginsTenure, transactions } = block;
  if (parent === undefined) return undefined;
  const execution = await beginBlock(state, parent, block);
  if (chosen !== undefined) writeSigners(execution, parsePrincipal(network.bootAddress), signerSetOf(chosen));
  if (beginsTenure) openProducer(execution, network);
  for (const mined of beginsTenure ? transactions.slice(OPENING) : transactions) {
    if (mined.txid === txid) return execution;
    const result = await executeEntry(runner, execution, { transaction: decodeTransaction(mined.raw) });
    if (result.status === 'invalid') throw new DevnetError('TIMEOUT', `cannot execute 0x${mined.txid} again: ${result.reason}`);
  }
  throw new RangeError(`the block at height ${block.height} has no transaction ${txid}`);
}
