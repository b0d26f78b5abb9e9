import { decodeTransaction } from '../../../../chains/stacks/codec/transaction/transaction.js';
import { type StateChange, stateTransaction } from '../../../../chains/stacks/state-change.js';
import { DevnetError, invalid } from '../../../../error.js';
import { poolEntry } from '../../mempool/entry.js';
import type { PoolEntry } from '../../mempool/pool.js';
import type { ChainState } from '../state/state.js';
import { toVmTransaction } from './vm-transaction.js';

/** Makes the transaction of a change that the tip's state allows. @throws DevnetError INVALID_INPUT for one that it does not */
export async function stateEntry(state: ChainState, change: StateChange): Promise<PoolEntry> {
  const { vm, ledger, accounts, network } = state;
  const { bootAddress, chainId } = network;
  const nonceOf = async (principal: string) => {
    ledger.learn(principal, (await accounts.get(vm, principal)).firstNonce);
    return ledger.nonce(principal);
  };
  if (change.type === 'nonce') {
    const now = await nonceOf(change.principal);
    if (change.nonce < now)
      throw invalid('nonce', `at least ${now}, because the chain has transactions with the nonces before`, change.nonce);
  }
  const { bytes } = await stateTransaction(change, { bootAddress, chainId, nonce: Number(await nonceOf(bootAddress)) });
  const transaction = decodeTransaction(Buffer.from(bytes));
  const { result } = await vm.simulate(toVmTransaction(transaction));
  if (result.status === 'invalid') throw new DevnetError('INVALID_INPUT', result.reason);
  return poolEntry(transaction, ledger.tip.sortition);
}
