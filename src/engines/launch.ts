export type { Launcher, Program } from './real-nodes/launch/launcher.js';
export { remedy } from './real-nodes/launch/remedy.js';
export { checkPair, supportedVersions } from './real-nodes/launch/supported.js';
