import { DevnetError, invalid } from '../../../base/error.js';
import { untilComplete } from '../../../base/missing.js';
import { NO_LIMIT } from '../../../clarity/costs.js';
import { emptyState } from '../../../clarity/state.js';
import { decodeTransaction, originAccount, type Transaction } from '../../protocol/codec/transaction/transaction.js';
import { type ForkSourceBlock, placeOf } from '../../protocol/fork-source/chain.js';
import type { Fork } from '../../protocol/fork-source/reader.js';
import type { StacksBlockRef } from '../../protocol/receipt/receipt.js';
import type { ForkSourceTransaction } from '../../protocol/replay/replay.js';
import { isAtLeast } from '../chain/epoch.js';
import { executeEntry } from '../chain/production/execute-entries.js';
import type { ChainState } from '../chain/state/state.js';
import { BlockExecution } from '../clarity/block-execution.js';
import { ForkSourceAnswers } from '../clarity/fork-source/answers.js';
import { ForkSourceChain } from '../clarity/fork-source/chain.js';
import { epochOf, notExecutable, readJson } from '../clarity/fork-source/past.js';
import { ForkSourceState } from '../clarity/fork-source/state.js';
import type { Runner } from '../clarity/runner.js';
import { principalOf } from '../clarity/transaction.js';

/** A transaction of the network that a fork continues, before its execution. */
export type OpenReplay = {
  transaction: Transaction;
  block: StacksBlockRef;
  reported: ForkSourceTransaction['reported'];
  /** Returns the state before it, in its block: for one execution. */
  execution(): BlockExecution;
};

/**
 * Opens a transaction of the network that a fork continues: on the state of its block's parent, after the transactions before it in
 * the block.
 * @param txid hex without 0x
 * @throws DevnetError NOT_FOUND, INVALID_INPUT for a transaction of a miner, UNSUPPORTED for a block that cannot be executed,
 * ORIGIN, TIMEOUT
 */
export async function openReplay({ vm }: ChainState, fork: Fork, txid: string, runner: Runner): Promise<OpenReplay> {
  const answers = new ForkSourceAnswers(fork);
  const {
    block: at,
    index,
    transactions,
    skipped,
    reported,
  } = await readJson<ForkSourceTransaction>(answers, { type: 'transaction', txid });
  const all = transactions.map((hex) => decodeTransaction(Buffer.from(hex, 'hex')));
  const transaction = all[index] as Transaction;
  if (isOfMiner(transaction)) throw invalid('txid', 'a transfer, contract call or deploy', transaction.payload.type);

  const [block, parent] = await Promise.all([
    readJson<ForkSourceBlock>(answers, { type: 'block', id: at.id }),
    readJson<ForkSourceBlock>(answers, { type: 'block', id: at.parentId }),
  ]);
  const epoch = epochOf(block, fork.point.pox, 'txid');
  if (epoch !== epochOf(parent, fork.point.pox, 'txid'))
    throw notExecutable(block, 'txid', `is the first one of epoch ${epoch.name}, which deploys contracts of the node itself`);
  const common = { answers, rules: vm.rulesOf(epoch), rulesOf: vm.rulesOf };
  const chain = new ForkSourceChain({
    answers,
    point: placeOf(block),
    hasTimes: isAtLeast(epoch, '3.3'),
    stateAt: (tip) => new ForkSourceState({ ...common, tip }),
  });
  const origin = new ForkSourceState({ ...common, tip: at.parentId });
  const before = { ...emptyState(origin), liquidSupply: await untilComplete(() => origin.liquidSupply) };
  // What is in a block fitted into it.
  const environment = { ...vm.position(before, epoch, chain.view()), limit: NO_LIMIT };
  const execution = new BlockExecution(before, environment);
  for (const [n, earlier] of all.slice(0, index).entries()) {
    if (!skipped.includes(n)) await executeEarlier(runner, execution, earlier);
  }
  const state = execution.after();
  return {
    transaction,
    block: { height: block.height, hash: block.index_block_hash, burnHeight: block.burn_block_height },
    reported,
    execution: () => new BlockExecution(state, environment),
  };
}

function isOfMiner({ payload: { type } }: Transaction): boolean {
  return type === 'coinbase' || type === 'tenure-change';
}

async function executeEarlier(runner: Runner, execution: BlockExecution, transaction: Transaction): Promise<void> {
  if (isOfMiner(transaction)) {
    const miner = principalOf(originAccount(transaction));
    await untilComplete(() => {
      const account = execution.state.account(miner);
      execution.state.setAccount(miner, { ...account, nonce: account.nonce + 1n });
    });
    return;
  }
  const result = await executeEntry(runner, execution, { transaction });
  if (result.status === 'invalid') {
    throw new DevnetError('TIMEOUT', `cannot execute 0x${transaction.txid}, which is before it in its block, again: ${result.reason}`);
  }
}
