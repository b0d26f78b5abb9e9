export { setMaxListeners } from 'node:events';
export { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
