import { type ContractAnalysis, type ContractInterface, interfaceOf } from '../../../clarity/analysis.js';
import type { CostLimit } from '../../../clarity/costs.js';
import type { ChainView } from '../../../clarity/execution.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import type { State, StateEditor, UnlockHeights } from '../../../clarity/state.js';
import type { PrincipalValue } from '../../../clarity/values.js';
import type { Epoch } from '../chain/epoch.js';
import type { Network } from '../chain/network.js';
import { BlockExecution } from './block-execution.js';
import { Coverage } from './coverage/coverage.js';
import { Breakpoints } from './debug/breakpoints.js';
import type { Position } from './reads.js';
import { createRulesOf, type RulesOf } from './rules.js';
import { Runner } from './runner.js';

type ClarityVmOptions = {
  network: Network;
  unlockHeights: UnlockHeights;
  /** Whether to record which code is executed. */
  coverage: boolean;
  /** How long an execution may take, in ms. @default a node's */
  deadline?: number | undefined;
};

type Shared = Pick<ClarityVm, 'rulesOf' | 'coverage'> & { interfaces: WeakMap<ContractAnalysis, ContractInterface> };

/**
 * How long an execution may take, in ms (`DEFAULT_MAX_EXECUTION_TIME_SECS`, stackslib/src/config/mod.rs; a read-only call has the
 * same time).
 */
const DEADLINE = 30_000;

/** The Clarity VM of one node. It has no state of a chain. */
export class ClarityVm {
  readonly rulesOf: RulesOf;
  readonly unlockHeights: UnlockHeights;
  readonly coverage: Coverage | undefined;
  /** Executes what changes the chain. */
  readonly blocks: Runner;
  /** Executes what has no effect. It does not keep blocks waiting. */
  readonly queries: Runner;
  /** Executes what is only to be seen: it does not count as coverage. */
  readonly rehearsals: Runner;
  /** Where executions wait for a debugger. */
  readonly breakpoints: Breakpoints;
  readonly #options: ClarityVmOptions;
  readonly #interfaces: Shared['interfaces'];

  constructor(options: ClarityVmOptions, shared = createShared(options)) {
    const { network, unlockHeights, deadline = DEADLINE } = options;
    const { rulesOf, coverage, interfaces } = shared;
    this.rulesOf = rulesOf;
    this.unlockHeights = unlockHeights;
    this.coverage = coverage;
    this.blocks = new Runner({ network, rulesOf, unlockHeights, deadline }, coverage);
    this.queries = new Runner({ network, rulesOf, unlockHeights, deadline }, coverage);
    this.rehearsals = new Runner({ network, rulesOf, unlockHeights, deadline }, undefined);
    this.breakpoints = new Breakpoints(this.rehearsals);
    this.#options = options;
    this.#interfaces = interfaces;
  }

  /** Returns a VM for another node on the same network: with the same compiled code and coverage, and threads of its own. */
  copy(): ClarityVm {
    return new ClarityVm(this.#options, { rulesOf: this.rulesOf, coverage: this.coverage, interfaces: this.#interfaces });
  }

  /** Ends what is being executed, which rejects. */
  async close(): Promise<void> {
    this.breakpoints.close();
    await Promise.all([this.blocks.close(), this.queries.close(), this.rehearsals.close()]);
  }

  /** Returns a state as it is read, in the epoch of its block. */
  position(state: State, epoch: Epoch, chain: ChainView): Position {
    return { state, rules: this.rulesOf(epoch), chain, unlockHeights: this.unlockHeights };
  }

  /** Begins to execute a block. */
  begin(before: State, epoch: Epoch, chain: ChainView): BlockExecution {
    return new BlockExecution(before, { ...this.position(before, epoch, chain), limit: costOf(epoch.limit) });
  }

  /** Runs an execution of the genesis so that what it evaluates counts. */
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
    const known = this.#interfaces.get(analysis) ?? interfaceOf(analysis);
    this.#interfaces.set(analysis, known);
    return known;
  }
}

function createShared({ network, coverage }: ClarityVmOptions): Shared {
  const recorded = coverage ? new Coverage() : undefined;
  return { rulesOf: createRulesOf(network, recorded?.instrument), coverage: recorded, interfaces: new WeakMap() };
}

function costOf({ runtime, read_count, read_length, write_count, write_length }: CostLimit): ExecutionCost {
  return { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
}
