export { type Funds, fundedAccount } from './testing/funded-account.js';
export { createPool, type DevnetPool, type PoolOptions } from './testing/pool.js';
