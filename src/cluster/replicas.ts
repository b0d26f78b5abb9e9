export { type OpenReplicas, openReplicas } from './replicas/open.js';
