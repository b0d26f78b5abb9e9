import { invalid } from '../../../base/error.js';
import { untilComplete } from '../../../base/missing.js';
import { type ForkSourceBlock, placeOf } from '../../protocol/fork-source/chain.js';
import type { Fork } from '../../protocol/fork-source/reader.js';
import type { StepsOutcome, StepsRequest } from '../../protocol/trace/simulation-steps.js';
import { boot } from '../boot.js';
import type { Subject } from '../clarity/debug/debug-run.js';
import { ForkSourceAnswers } from '../clarity/fork-source/answers.js';
import { epochOf } from '../clarity/fork-source/past.js';
import type { StacksNodeOptions } from '../types.js';
import { simulateSteps } from './simulate-steps.js';

/**
 * Executes steps where a fork of an earlier block of the same origin would begin, without anything that this network added.
 * @param at a height below that of the fork
 * @throws DevnetError INVALID_INPUT for a height that the origin does not serve, UNSUPPORTED for a block before Nakamoto, ORIGIN if the
 * origin does not answer, and as `simulateSteps`
 */
export async function simulatePast(
  options: StacksNodeOptions,
  fork: Fork,
  { at, ...request }: StepsRequest & { at: number },
  onTransaction?: ((subject: Subject) => void) | undefined,
): Promise<StepsOutcome> {
  const { pox, networkId } = fork.point;
  const answers = new ForkSourceAnswers(fork);
  const found = await untilComplete(() => answers.read({ type: 'block', id: String(at) }));
  if (found === undefined)
    throw invalid('at', 'a Stacks height of this network or its origin', at, `${fork.url} has no such Nakamoto block`);
  const block = JSON.parse(found) as ForkSourceBlock;
  const point = { networkId, pox, ...placeOf(block), epoch: epochOf(block, pox, 'at').name };
  const own = { balances: [], contracts: [], transitions: [], epochHeights: undefined, coverage: false };
  const { state } = await boot({ ...options, ...own, fork: { ...fork, point } });
  try {
    return await simulateSteps(state, { ...request, at: undefined }, onTransaction);
  } finally {
    await state.vm.close();
  }
}
