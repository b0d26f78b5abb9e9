export { type BootCall, type BootContract, BootedState } from './boot/booted-state.js';
export { type PoxCycles, poxSetUp } from './boot/pox-set-up.js';
export { publishContract } from './boot/publish.js';
