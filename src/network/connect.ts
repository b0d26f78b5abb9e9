export { createConnectedDevnet } from './devnet/connected/create.js';
