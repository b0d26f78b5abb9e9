export { setMaxListeners } from 'node:events';
export { setTimeout as delay } from 'node:timers/promises';
