import { DevnetError } from '../../base/error.js';
import type { Engine } from '../../stacks/engine.js';
import { type Chains, isMainnet } from '../../stacks/engine.js';

/**
 * Checks and returns the nodes' chains before a payment is built or signed.
 * @throws DevnetError FAUCET_DISABLED if either chain is mainnet; NOT_REACHABLE, TIMEOUT or RPC if a node does not answer
 */
export async function refuseMainnet(chains: Engine['chains'], coin: 'BTC' | 'STX' | 'sBTC'): Promise<Chains> {
  const found = await chains();
  if (isMainnet(found)) throw new DevnetError('FAUCET_DISABLED', `the ${coin} faucet pays nothing: a node is on mainnet`);
  return found;
}
