import { DevnetError } from '../../../base/error.js';
import { field, listOf, readObject, readText } from '../../../base/json.js';
import type { Network } from '../network/network.js';
import { MINER_WALLET } from '../settings/node-toml.js';

/**
 * Creates the watch-only wallet in which stacks-node finds the miner's coins; stacks-node has the key. bitcoind loads it at every start,
 * also at a restart from outside.
 */
export async function createMinerWallet({ bitcoin, keys }: Network): Promise<void> {
  await bitcoin.call('createwallet', [MINER_WALLET, true, true, '', false, true, true]);
  const descriptor = readText(readObject(await bitcoin.call('getdescriptorinfo', [`addr(${keys.miner.btc})`]), 'descriptor'), 'descriptor');
  await bitcoin.call('importdescriptors', [[{ desc: descriptor, timestamp: 0 }]], { wallet: MINER_WALLET });
}

/** Loads all wallets of a restarted bitcoind, including those of users, because bitcoind does not reload them. */
export async function loadWallets({ bitcoin }: Pick<Network, 'bitcoin'>): Promise<void> {
  const loaded = new Set(listOf(await bitcoin.call('listwallets'), 'listwallets'));
  const there = listOf(field(readObject(await bitcoin.call('listwalletdir'), 'listwalletdir'), 'wallets'), 'wallets');
  for (const name of there.map((wallet) => readText(readObject(wallet, 'wallet'), 'name'))) {
    if (loaded.has(name)) continue;
    try {
      await bitcoin.call('loadwallet', [name]);
    } catch (error) {
      // The network works without a user's wallet that cannot be loaded.
      if (name === MINER_WALLET || !(error instanceof DevnetError && error.code === 'RPC')) throw error;
    }
  }
}
