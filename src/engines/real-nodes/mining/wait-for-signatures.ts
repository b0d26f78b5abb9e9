import type { StacksChain } from '../../common/follow/stacks-chain.js';
import { ignoreTimeout, until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';

/** Timeout in ms for the block of pending transactions. Some of them may not be minable yet. */
const SIGNED = 3_000;

/**
 * Creates a wait for the Stacks block that several signers may be signing. A Bitcoin block meanwhile would divide them: some sign this
 * block, some the next tenure, and neither has enough signatures. One signer is quick enough.
 * @returns a function that resolves after the next Stacks block if a transaction is pending that no earlier wait has outlasted
 */
export function createSignatureWait({ keys, limits }: Pick<Network, 'keys' | 'limits'>, chain: StacksChain): () => Promise<void> {
  const unminable = new Set<string>();
  return async () => {
    const before = new Set(chain.waiting());
    for (const txid of unminable) if (!before.has(txid)) unminable.delete(txid);
    if (keys.signers.length === 1 || before.size === unminable.size) return;
    const { height } = chain.tip();
    await until({
      ...limits(),
      what: 'a Stacks block of the pending transactions',
      timeoutMs: SIGNED,
      intervalMs: 10,
      look: async () => (chain.tip().height > height ? true : undefined),
    }).catch(ignoreTimeout);
    if (chain.tip().height === height) for (const txid of before) unminable.add(txid);
  };
}
