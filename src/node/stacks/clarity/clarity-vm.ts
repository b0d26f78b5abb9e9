import type { CostLimit } from '../../../chains/stacks/block-limit.js';
import type { ContractInterface } from '../../../chains/stacks/codec/contract/contract-interface.js';
import type { ContractAnalysis } from '../../../clarity/analysis/contract-analysis.js';
import { interfaceOf } from '../../../clarity/analysis/interface.js';
import type { ChainView } from '../../../clarity/execution/chain-view.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import type { State, StateEditor } from '../../../clarity/state/state.js';
import type { UnlockHeights } from '../../../clarity/state/unlock-heights.js';
import type { PrincipalValue } from '../../../clarity/values/value.js';
import type { Epoch } from '../chain/epoch.js';
import type { Network } from '../chain/network.js';
import { BlockExecution } from './block-execution.js';
import { Coverage } from './coverage/coverage.js';
import type { Position } from './reads.js';
import { createRulesOf, type RulesOf } from './rules.js';

type ClarityVmOptions = {
  network: Network;
  unlockHeights: UnlockHeights;
  /** Whether to record which code is executed. */
  coverage: boolean;
};

/** The Clarity VM of one network, or of several that share it: it has no state of a chain. */
export class ClarityVm {
  readonly rulesOf: RulesOf;
  readonly unlockHeights: UnlockHeights;
  readonly coverage: Coverage | undefined;
  readonly #interfaces = new WeakMap<ContractAnalysis, ContractInterface>();

  constructor({ network, unlockHeights, coverage }: ClarityVmOptions) {
    this.coverage = coverage ? new Coverage() : undefined;
    this.rulesOf = createRulesOf(network, this.coverage?.instrument);
    this.unlockHeights = unlockHeights;
  }

  /** Returns a state as it is read, in the epoch of its block. */
  position(state: State, epoch: Epoch, chain: ChainView): Position {
    return { state, rules: this.rulesOf(epoch), chain, unlockHeights: this.unlockHeights };
  }

  /** Begins to execute a block. */
  begin(before: State, epoch: Epoch, chain: ChainView): BlockExecution {
    return new BlockExecution(before, { ...this.position(before, epoch, chain), limit: costOf(epoch.limit) });
  }

  /** Runs an execution so that what it evaluates counts. */
  record<T>(run: () => T): T {
    return this.coverage === undefined ? run() : this.coverage.record(run);
  }

  /** Takes note of a contract that was deployed. */
  deployed(state: StateEditor, id: PrincipalValue): void {
    const contract = this.coverage && state.contract(id);
    if (contract !== undefined) this.coverage?.deployed(contract);
  }

  /** Returns the interface of a contract, the same object each time. */
  interfaceOf(analysis: ContractAnalysis): ContractInterface {
    const known = this.#interfaces.get(analysis) ?? (interfaceOf(analysis) as unknown as ContractInterface);
    this.#interfaces.set(analysis, known);
    return known;
  }
}

function costOf({ runtime, read_count, read_length, write_count, write_length }: CostLimit): ExecutionCost {
  return { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
}
