export { type OpenBitcoinFork, openBitcoinFork } from './embedded/fork/bitcoin/open.js';
