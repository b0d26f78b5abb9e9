export { startOnSwarm } from './swarm/start.js';
