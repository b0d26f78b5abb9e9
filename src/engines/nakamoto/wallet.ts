import { DevnetError } from '../../error.js';
import { field, listOf, readObject, readText } from '../../json.js';
import type { Network } from './network.js';
import { MINER_WALLET } from './settings/node-toml.js';

/**
 * Makes the wallet that shows the miner its coins: no keys, one address. stacks-node signs by itself. bitcoind loads it at every
 * start, so that it is there when somebody else restarts bitcoind.
 */
export async function createMinerWallet({ bitcoin, keys }: Network): Promise<void> {
  await bitcoin.call('createwallet', [MINER_WALLET, true, true, '', false, true, true]);
  const descriptor = readText(readObject(await bitcoin.call('getdescriptorinfo', [`addr(${keys.miner.btc})`]), 'descriptor'), 'descriptor');
  await bitcoin.call('importdescriptors', [[{ desc: descriptor, timestamp: 0 }]], { wallet: MINER_WALLET });
}

/** Loads all wallets of a bitcoind that was started again, users' included: it forgets by itself which were loaded. */
export async function loadWallets({ bitcoin }: Pick<Network, 'bitcoin'>): Promise<void> {
  const loaded = new Set(listOf(await bitcoin.call('listwallets'), 'listwallets'));
  const there = listOf(field(readObject(await bitcoin.call('listwalletdir'), 'listwalletdir'), 'wallets'), 'wallets');
  for (const name of there.map((wallet) => readText(readObject(wallet, 'wallet'), 'name'))) {
    if (loaded.has(name)) continue;
    try {
      await bitcoin.call('loadwallet', [name]);
    } catch (error) {
      // A user's wallet that cannot be loaded is no reason to go without the network.
      if (name === MINER_WALLET || !(error instanceof DevnetError && error.code === 'RPC')) throw error;
    }
  }
}
