import { readObject, readText } from '../../json.js';
import { MINER_WALLET } from './config/node-toml.js';
import type { Network } from './network.js';

/** Makes the wallet that shows the miner its coins: no keys, one address. stacks-node signs by itself. */
export async function createMinerWallet({ bitcoin, keys }: Network): Promise<void> {
  await bitcoin.call('createwallet', [MINER_WALLET, true, true]);
  const descriptor = readText(readObject(await bitcoin.call('getdescriptorinfo', [`addr(${keys.miner.btc})`]), 'descriptor'), 'descriptor');
  await bitcoin.call('importdescriptors', [[{ desc: descriptor, timestamp: 0 }]], { wallet: MINER_WALLET });
}

/** Loads the wallet of a kept state, which bitcoind forgets to do by itself. */
export async function loadMinerWallet({ bitcoin }: Network): Promise<void> {
  const loaded = await bitcoin.call('listwallets');
  if (Array.isArray(loaded) && loaded.includes(MINER_WALLET)) return;
  await bitcoin.call('loadwallet', [MINER_WALLET]);
}
