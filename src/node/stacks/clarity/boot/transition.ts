import { untilComplete } from '../../../../chains/missing.js';
import type { BootContract } from '../../../../clarity/boot/booted-state.js';
import { deployContract, type Program } from '../../../../clarity/execution/deploy.js';
import type { Execution } from '../../../../clarity/execution/execution.js';
import { readProgram } from '../../../../clarity/execution/program.js';
import { issuerOf } from '../../../../clarity/values/principal.js';
import type { BlockExecution } from '../block-execution.js';
import type { RulesOf } from '../rules.js';
import { analysisState } from './analysis-state.js';

/**
 * Publishes the boot contracts of an epoch in its first block, as a node does (`initialize_epoch_4_0` and its kin,
 * stackslib/src/clarity_vm/clarity.rs). It costs nothing.
 * @throws Failure for a source that cannot be deployed
 */
export async function publishContracts(execution: BlockExecution, contracts: readonly BootContract[], rulesOf: RulesOf): Promise<void> {
  for (const contract of contracts) {
    const before = execution.state.snapshot();
    await untilComplete(() => {
      try {
        publish(execution, contract, rulesOf);
      } catch (error) {
        execution.state.restore(before);
        throw error;
      }
    });
  }
}

function publish(execution: BlockExecution, boot: BootContract, rulesOf: RulesOf): void {
  const { id, setUp, minted = 0n, moreBytes = 0 } = boot;
  const begin = (): Execution => execution.free(rulesOf({ name: boot.epoch }), issuerOf(id));
  const contract = deployContract(begin(), analysed(execution, boot, begin, rulesOf));
  contract.dataSize += moreBytes;
  if (setUp !== undefined) execution.callBoot(id, setUp.fn, setUp.args);
  if (minted > 0n) execution.credit(id, minted, minted);
}

function analysed({ state }: BlockExecution, boot: BootContract, begin: () => Execution, rulesOf: RulesOf): Program {
  const before = state.snapshot();
  state.restore(analysisState(before, boot, rulesOf));
  const program = readProgram(begin(), boot);
  state.restore(before);
  return program;
}
