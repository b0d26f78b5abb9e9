export { type Capability, capabilities } from './engine/capability.js';
export { type Chains, hasMainnetAddresses, isMainnet, REGTEST } from './engine/chains.js';
export type {
  BootContractsInfo,
  BootSource,
  ChainTips,
  CopyOptions,
  Engine,
  EngineLog,
  EngineOptions,
  EngineServices,
  EngineState,
  ForkInfo,
  FoundStacksTransaction,
  Funding,
  LoadedTips,
  PoxLengths,
  PreparableNetwork,
  Preparation,
  SbtcDeployment,
} from './engine/engine.js';
export type { ChosenCycle, EngineEvent, MinerReward, StacksBlockEvent, UnknownOutcome } from './engine/engine-event.js';
export { type EngineName, engineNames } from './engine/engine-name.js';
export { createEventHub, type EventHub } from './engine/event-hub.js';
export { type EngineFaults, isSigned, type LeftOut, NODES, type NodeName, type Reorganisation } from './engine/faults.js';
export { type BlockPayouts, withPayouts } from './engine/payouts.js';
export { READ_ONLY_LIMITS, type ReadOnlyLimits } from './engine/read-only-limits.js';
export { partOf, readPart, type StateParts } from './engine/state-parts.js';
