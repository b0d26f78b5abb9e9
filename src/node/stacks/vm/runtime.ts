import { invalid } from '../../../error.js';
import { readAccount } from './account.js';
import type { Contracts } from './contracts.js';
import type { History, Point } from './history.js';
import type { VmMethods } from './messages.js';
import { FEE_SINK } from './principals.js';
import * as reads from './reads.js';
import { executeTransaction } from './transaction.js';
import type { Vm, VmBlock } from './types.js';

type Heights = Vm['heights'];

/** The chain that a VM executes: its methods as the other thread asks for them. */
export type Runtime = VmMethods & { readonly heights: Heights };

type Checkpoint = { point: Point; heights: Heights; contracts: Contracts };

export function createRuntime(history: History, genesis: Heights): Runtime {
  let heights = genesis;
  let contracts: Contracts = new Map();
  let lastCheckpoint = 0;
  const checkpoints = new Map<number, Checkpoint>();
  const chain: reads.Chain = { history, contract: (id) => contracts.get(id), bootInterfaces: new Map() };

  function executeBlock({ tenure, mints, transactions }: Parameters<Vm['executeBlock']>[0]): VmBlock {
    const deploys = transactions.some(({ payload }) => payload.type === 'deploy');
    if (deploys && (tenure || transactions.length > 1))
      throw invalid('transactions', 'a deploy to be alone in a block that begins no tenure', transactions.length);
    const { stacks, burn, tenure: tenureHeight } = heights;
    heights = tenure ? { stacks: stacks + 1, burn: burn + 1, tenure: tenureHeight + 1 } : { ...heights, stacks: stacks + 1 };
    if (tenure) history.run({ type: 'tenure' });
    else if (!deploys) history.run({ type: 'block' });
    for (const mint of mints) credit(mint);
    const results = transactions.map((transaction) => {
      const { result, deployed } = executeTransaction(history, contracts, transaction);
      if (deployed !== undefined && transaction.payload.type === 'deploy') {
        contracts = new Map(contracts).set(`${transaction.origin}.${transaction.payload.name}`, {
          ...deployed,
          publishHeight: heights.stacks,
        });
      }
      // The VM opens the block with the deploy, so a refused one leaves it to be opened.
      if (deploys && result.status === 'invalid') history.run({ type: 'block' });
      return result;
    });
    return { heights, results };
  }

  /** The VM can only mint to accounts. */
  function credit({ principal, amount }: { principal: string; amount: bigint }): void {
    if (amount === 0n) return;
    const isContract = principal.includes('.');
    history.run({ type: 'mint', principal: isContract ? FEE_SINK : principal, amount });
    if (isContract) history.run({ type: 'transfer', sender: FEE_SINK, recipient: principal, amount });
  }

  function find(id: number): Checkpoint {
    const checkpoint = checkpoints.get(id);
    if (checkpoint === undefined) throw invalid('checkpoint', 'one that is not released', id);
    return checkpoint;
  }

  return {
    get heights() {
      return heights;
    },
    executeBlock,
    account: (principal) => history.peek((machine) => readAccount(machine, principal)),
    callReadOnly: (call) => reads.callReadOnly(chain, call),
    dataVar: (contract, name) => reads.dataVar(chain, contract, name),
    mapEntry: (contract, map, key) => reads.mapEntry(chain, contract, map, key),
    constant: (contract, name) => reads.constant(chain, contract, name),
    contractInterface: (contract) => reads.contractInterface(chain, contract),
    contractSource: (contract) => reads.contractSource(chain, contract),
    capture() {
      checkpoints.set(++lastCheckpoint, { point: history.hold(), heights, contracts });
      return { id: lastCheckpoint, heights };
    },
    restore(id) {
      const checkpoint = find(id);
      history.rewind(checkpoint.point);
      ({ heights, contracts } = checkpoint);
    },
    release(id) {
      history.release(find(id).point);
      checkpoints.delete(id);
    },
  };
}
