import type { BlockExecution } from '../../clarity/block-execution.js';
import { publishContracts } from '../../clarity/boot/transition.js';
import type { StacksBlock } from '../block/block.js';
import { type BlockPosition, chainView } from '../block/chain-view.js';
import { epochAt, epochsEntered } from '../epoch.js';
import type { ChainState } from '../state/state.js';

/** Begins to execute the block that follows another one. The first block of an epoch publishes its boot contracts. */
export async function beginBlock(state: ChainState, parent: StacksBlock, position: BlockPosition): Promise<BlockExecution> {
  const { vm, epochs, laterContracts } = state;
  const { height } = position.sortition;
  const execution = vm.begin(parent.state, epochAt(epochs, height), chainView(state, position));
  for (const { name } of epochsEntered(epochs, parent.sortition.height, height)) {
    const contracts = laterContracts.filter(({ epoch }) => epoch === name);
    await publishContracts(execution, contracts, vm.rulesOf);
  }
  return execution;
}
