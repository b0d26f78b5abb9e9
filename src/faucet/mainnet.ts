import { isMainnet } from '../engines/chains.js';
import type { Engine } from '../engines/engine.js';
import { DevnetError } from '../error.js';

/**
 * Asks the nodes where they are before anything is looked up, built or signed.
 * @throws DevnetError FAUCET_DISABLED when either chain is mainnet, or what kept a node from answering
 */
export async function refuseMainnet(chains: Engine['chains'], coin: 'BTC' | 'STX'): Promise<void> {
  if (isMainnet(await chains())) throw new DevnetError('FAUCET_DISABLED', `the ${coin} faucet pays nothing: a node is on mainnet`);
}
