import { costsOf } from '../costs/costs.js';
import { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import { type ClarityVersion, defaultVersion } from '../version.js';
import { parse } from './parse.js';
import { ParseFailure } from './parse-failure.js';

/** Any will do: errors of depth do not depend on it. */
const CONTRACT = 'ST000000000000000000002AMW42H.contract';

/** Returns whether a source is nested so deep that no block can have its deploy (`ast_check_size`, clarity/src/vm/ast/mod.rs). */
export function isTooDeep(source: string, epoch: Epoch, version: ClarityVersion = defaultVersion(epoch)): boolean {
  if (epoch.abortsOnDepthAndSupertype) return false;
  try {
    parse(source, CONTRACT, { version, epoch, costs: new CostTracker(costsOf(epoch)) });
    return false;
  } catch (error) {
    if (error instanceof ParseFailure) return error.rejectsIn(epoch);
    throw error;
  }
}
