export { type FoundProgram, identifyProgram, programs } from './real-nodes/launch/native/programs.js';
export { sweepRuns } from './real-nodes/launch/native/run-folder.js';
