import type { ForkSourceRequest } from '../../../stacks/fork-source.js';
import { blockAt, type ForkSourceBlock } from '../../../stacks/fork-source.js';
import { hashOfKey, TENURE_HEIGHT as TENURE_HEIGHT_KEY } from '../../../stacks/node.js';
import type { ForkSourceNode } from './fork-source-node.js';

/** Asks a node for what a fork of Stacks reads; undefined if it has no such thing. @throws DevnetError ORIGIN */
export async function askNode(node: ForkSourceNode, request: ForkSourceRequest): Promise<string | undefined> {
  switch (request.type) {
    case 'value':
      return node.value(request.hash, request.tip);
    case 'metadata':
      return node.metadata(request.contract, request.key, request.tip);
    case 'block': {
      const block = await findBlock(node, request.id);
      return block && JSON.stringify(block);
    }
    case 'transaction':
      return JSON.stringify(await node.transaction(request.txid));
    case 'burn-hash':
      return node.burnHash(request.height);
  }
}

/** @param id of 64 digits, or a height */
async function findBlock(node: ForkSourceNode, id: string): Promise<ForkSourceBlock | undefined> {
  const block = await node.findBlock(id.length === 64 ? id : Number(id));
  if (block === undefined) return undefined;
  const [burn, tenureHeight] = await Promise.all([node.tenure(block.consensusHash), node.value(TENURE_HEIGHT, block.id)]);
  return blockAt({ block: { ...block, tenureHeight: Number.parseInt(tenureHeight ?? '0', 16) }, burn }, block.coinbase);
}

/** The hash of the key of a value that the state of every Nakamoto block has. */
export const TENURE_HEIGHT = hashOfKey(TENURE_HEIGHT_KEY);
