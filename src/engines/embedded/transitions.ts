import { invalid } from '../../base/error.js';
import type { EngineOptions } from '../../stacks/engine.js';
import type { EpochTransition } from '../../stacks/node.js';
import { FIRST_BLOCKS } from '../../stacks/node.js';

/**
 * Returns the epochs that a network crosses after it is ready.
 * @param ready the Bitcoin height at which it is, of a network of its own
 * @throws DevnetError INVALID_INPUT for an epoch that is not later than the one in which it begins, or a height that it has passed
 */
export function planTransitions(
  { epochs, epoch, fork }: Pick<EngineOptions, 'epochs' | 'epoch' | 'fork'>,
  ready: number,
): EpochTransition[] {
  const height = fork === undefined ? ready : fork.point.burn.height + FIRST_BLOCKS;
  const given = Object.entries(epochs ?? {}).map(([name, start]) => ({ epoch: name, height: start }));
  const [first] = given;
  const later = first?.epoch === epoch && first.height <= height ? given.slice(1) : given;
  for (const transition of later) {
    const field = `epochs['${transition.epoch}']`;
    if (Number(transition.epoch) <= Number(epoch)) {
      const hint = fork && `The fork begins in the epoch of its origin. Remove ${transition.epoch}.`;
      throw invalid('epochs', `epochs after ${epoch}, in which the network begins`, transition.epoch, hint);
    }
    if (transition.height <= height) {
      throw invalid(field, `a Bitcoin height above ${height}, at which the network is ready`, transition.height);
    }
  }
  return later;
}
