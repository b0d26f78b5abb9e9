import type { Contract } from '../contract.js';
import { deployContract } from '../execution/deploy.js';
import type { Execution } from '../execution/execution.js';
import { readProgram } from '../execution/program.js';
import type { State, StateEditor } from '../state/state.js';
import type { BootContract } from './booted-state.js';

type Surroundings = {
  /** Begins an execution of the contract's issuer in the state, without a limit. */
  begin: () => Execution;
  /** Returns the state by which the contract is analysed. */
  toAnalyse: (state: State) => State;
};

/**
 * Publishes a contract in a chain that exists, as a node does with the boot contracts of a new epoch (`initialize_epoch_4_0` and its kin,
 * stackslib/src/clarity_vm/clarity.rs). What sets it up is left to the caller.
 * @throws ParseFailure, StaticFailure, Failure for a source that cannot be deployed
 */
export function publishContract(state: StateEditor, contract: BootContract, { begin, toAnalyse }: Surroundings): Contract {
  const before = state.snapshot();
  state.restore(toAnalyse(before));
  const program = readProgram(begin(), contract);
  state.restore(before);
  const published = deployContract(begin(), program);
  published.dataSize += contract.moreBytes ?? 0;
  return published;
}
