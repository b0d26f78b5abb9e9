export { readDevnetSettings } from './clarinet/devnet-settings.js';
export { compareEpochs, isClarityEpoch, newestClarity } from './clarinet/epochs.js';
export { projectFiles } from './clarinet/files.js';
export { loadProject } from './clarinet/load.js';
export { describeProject, genesisContracts, loadNetworkProject, sbtcEpoch } from './clarinet/network-project.js';
export { type StartHeights, simnetHeights } from './clarinet/simnet-heights.js';
export type { ClarityEpoch, Project, ProjectAccount, ProjectBootContract } from './clarinet/types.js';
