import type { StepsOutcome } from '../../chains/stacks/trace/simulation-steps.js';
import type { Engine } from '../../engines/engine.js';
import { DevnetError } from '../../error.js';
import { checkSteps } from './check.js';

/** Simulates serialized steps. @throws DevnetError INVALID_INPUT, UNSUPPORTED */
export async function simulateSteps(
  { name, simulateSteps: run }: Pick<Engine, 'name' | 'simulateSteps'>,
  request: object,
): Promise<StepsOutcome> {
  const steps = checkSteps(request);
  if (run !== undefined) return run(steps);
  throw new DevnetError('UNSUPPORTED', `the nodes of the ${name} engine simulate no steps`, {
    hint: 'Pass { transaction } with a signed transaction, or use the embedded engine.',
  });
}
