import { DevnetError, invalid } from '../../../../base/error.js';
import { decodeTransaction } from '../../../protocol/codec/transaction/transaction.js';
import { type StateChange, stateTransaction } from '../../../state-change.js';
import { poolEntry } from '../../mempool/entry.js';
import type { PoolEntry } from '../../mempool/pool.js';
import { chainView } from '../block/chain-view.js';
import { epochAt } from '../epoch.js';
import type { ChainState } from '../state/state.js';
import { View } from '../state/view.js';
import { executeEntry } from './execute-entries.js';

/** Makes the transaction of a change that the tip's state allows. @throws DevnetError INVALID_INPUT for one that it does not */
export async function stateEntry(state: ChainState, change: StateChange): Promise<PoolEntry> {
  const { vm, epochs, ledger, network } = state;
  const { bootAddress, chainId } = network;
  const { tip } = ledger;
  const view = new View(state, tip);
  if (change.type === 'nonce') {
    const { nonce: now } = await view.account(change.principal);
    if (change.nonce < now)
      throw invalid('nonce', `at least ${now}, because the chain has transactions with the nonces before`, change.nonce);
  }
  const { nonce } = await view.account(bootAddress);
  const { bytes } = await stateTransaction(change, { bootAddress, chainId, nonce: Number(nonce) });
  const transaction = decodeTransaction(Buffer.from(bytes));
  const result = await executeEntry(vm.blocks, vm.begin(tip.state, epochAt(epochs, tip.sortition.height), chainView(state, tip)), {
    transaction,
  });
  if (result.status === 'invalid') throw new DevnetError('INVALID_INPUT', result.reason);
  return poolEntry(transaction, tip.sortition);
}
