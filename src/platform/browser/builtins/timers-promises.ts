export { delay as setTimeout, nextTurn as setImmediate } from '../timers.js';
