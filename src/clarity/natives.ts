export { storedOf } from './natives/stored.js';
export { moveStx } from './natives/stx.js';
