import { absent } from './absent.js';

/** The package needs Node. */
export const BitcoinCore = class {
  constructor() {
    absent('bitcoin-core')();
  }
};
