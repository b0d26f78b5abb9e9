export { isManager } from './swarm/manager.js';
export { sweepNetworks } from './swarm/remove.js';
