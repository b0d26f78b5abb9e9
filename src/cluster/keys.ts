export { connectRedis } from './redis/connection.js';
export { sharedKeys } from './replicas/keys.js';
