import { untilComplete } from '../../../../base/missing.js';
import type { BootContract } from '../../../../clarity/boot.js';
import { publishContract } from '../../../../clarity/boot.js';
import { issuerOf } from '../../../../clarity/values.js';
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
  const { id, setUp, minted = 0n } = boot;
  publishContract(execution.state, boot, {
    begin: () => execution.free(rulesOf({ name: boot.epoch }), issuerOf(id)),
    toAnalyse: (state) => analysisState(state, boot, rulesOf),
  });
  if (setUp !== undefined) execution.callBoot(id, setUp.fn, setUp.args);
  if (minted > 0n) execution.credit(id, minted, minted);
}
