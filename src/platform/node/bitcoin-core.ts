export { default as BitcoinCore } from 'bitcoin-core';
