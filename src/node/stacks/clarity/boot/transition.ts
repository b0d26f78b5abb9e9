import type { BootContract } from '../../../../clarity/boot/boot-origin.js';
import { deployContract, type Program } from '../../../../clarity/execution/deploy.js';
import type { Execution } from '../../../../clarity/execution/execution.js';
import { readProgram } from '../../../../clarity/execution/program.js';
import { issuerOf } from '../../../../clarity/values/principal.js';
import type { BlockExecution } from '../block-execution.js';
import { untilComplete } from '../missing.js';
import type { RulesOf } from '../rules.js';
import { tokenOfPox5 } from './boot-state.js';

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
  const begin = (epoch = boot.epoch): Execution => execution.free(rulesOf({ name: epoch }), issuerOf(id));
  const contract = deployContract(begin(), analysed(execution, boot, begin));
  contract.dataSize += moreBytes;
  if (setUp !== undefined) execution.callBoot(id, setUp.fn, setUp.args);
  if (minted > 0n) execution.credit(id, minted, minted);
}

/** A network without the token that pox-5 names has it for the analysis alone. A real node stops there. */
function analysed({ state }: BlockExecution, boot: BootContract, begin: (epoch?: BootContract['epoch']) => Execution): Program {
  const before = state.snapshot();
  for (const token of tokenOfPox5([boot])) {
    if (state.contract(token.id) === undefined) deployContract(begin(token.epoch), readProgram(begin(token.epoch), token));
  }
  const program = readProgram(begin(), boot);
  state.restore(before);
  return program;
}
