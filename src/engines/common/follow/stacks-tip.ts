import type { StacksClient } from '../../../stacks/client.js';
import { sha512_256 } from '../../../stacks/codec.js';
import type { StacksTip } from './stacks-chain.js';

/** Reads the tip of a node's chain. Its `burnHeight` is the Bitcoin height of the node, which may be above the block's tenure. */
export async function readStacksTip(stacks: Pick<StacksClient, 'info'>): Promise<StacksTip> {
  const { tip, tipConsensusHash, height, burnHeight } = await stacks.info();
  const id = sha512_256(Buffer.from(tip, 'hex'), Buffer.from(tipConsensusHash, 'hex')).toString('hex');
  return { height, hash: `0x${id}`, burnHeight, consensusHash: tipConsensusHash };
}
