export { sweepRuns } from './real-nodes/launch/docker/runs.js';
