import { DevnetError } from '../../base/error.js';
import type { StacksClient } from '../../stacks/client.js';

/** The node accepts so many transactions of an account in its mempool. */
const MAX_CHAINED = 25;

/**
 * Broadcasts a transaction with the lowest nonce that neither the chain nor a transaction in the node's mempool uses.
 * @param own the nonces of transactions that wait: a node lets one with a higher fee replace them
 * @returns its txid with 0x @throws DevnetError RPC with the node's reason
 */
export async function sendWithFreeNonce(
  rpc: Pick<StacksClient, 'account' | 'broadcast'>,
  address: string,
  sign: (nonce: number) => Promise<{ bytes: Uint8Array; txid: string }>,
  own: ReadonlySet<number> = new Set(),
): Promise<{ txid: string; nonce: number }> {
  let { nonce } = await rpc.account(address);
  for (let tries = 0; ; tries++) {
    while (own.has(nonce)) nonce++;
    const { bytes, txid } = await sign(nonce);
    try {
      await rpc.broadcast(bytes);
      return { txid, nonce };
    } catch (error) {
      const reason = error instanceof DevnetError && error.code === 'RPC' ? error.reason : undefined;
      // Another transaction of the account has the nonce, or used it meanwhile.
      if (tries < MAX_CHAINED && reason === 'ConflictingNonceInMempool') nonce++;
      else if (tries < MAX_CHAINED && reason === 'BadNonce') nonce = Math.max(nonce + 1, (await rpc.account(address)).nonce);
      else throw error;
    }
  }
}
