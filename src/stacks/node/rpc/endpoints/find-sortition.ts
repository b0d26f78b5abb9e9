import type { Sortition } from '../../chain/state/sortition.js';
import type { RpcNode } from '../node.js';

/** The newest sortition that fits, from the tip of the Bitcoin chain down. */
export function findSortition({ state }: RpcNode, fits: (sortition: Sortition) => boolean): Sortition | undefined {
  for (let at: Sortition | undefined = state.sortitions.tip; at !== undefined; at = at.parent) if (fits(at)) return at;
  return undefined;
}
