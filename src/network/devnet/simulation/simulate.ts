import { DevnetError } from '../../../base/error.js';
import type { Engine } from '../../../stacks/engine.js';
import type { Simulation, StepsOutcome } from '../../../stacks/trace.js';
import type { SimulateRequest } from '../trace.js';
import { checkSteps } from './check.js';
import type { SimulateSteps, StacksSteps } from './types.js';

/** How one call or transaction is simulated, and how several steps are. */
type Simulations = {
  one(request: SimulateRequest): Promise<Simulation>;
  steps(request: SimulateSteps): Promise<StacksSteps>;
};

/** Returns `devnet.simulate`. */
export function createSimulate({ one, steps }: Simulations) {
  function simulate(request: SimulateSteps): Promise<StacksSteps>;
  function simulate(request: SimulateRequest): Promise<Simulation>;
  async function simulate(request: SimulateRequest | SimulateSteps): Promise<Simulation | StacksSteps> {
    return 'steps' in request ? steps(request) : one(request);
  }
  return simulate;
}

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
