export { type Simulation, type SimulationRequest, withoutPlace } from './protocol/trace/simulation.js';
export type {
  ContractOverride,
  SimulatedBlock,
  SimulationStep,
  StateDifference,
  StepOutcome,
  StepsOutcome,
  StepsRequest,
} from './protocol/trace/simulation-steps.js';
export { traceSteps } from './protocol/trace/trace-steps.js';
