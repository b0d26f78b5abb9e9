import type { ContractInterface } from '../../../clarity/analysis.js';
import { type GenesisDeploy, genesisReceipts } from '../chain/block/genesis-block.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { ChainState } from '../chain/state/state.js';
import { View } from '../chain/state/view.js';
import { firstBlocks, type Genesis, genesisDeploys } from '../past-blocks.js';
import type { BlockResults, Interfaces, newBlockPayload, ParentBlock } from './payloads.js';

type Announce = {
  genesis(results: BlockResults): Promise<void>;
  burnBlock(sortition: Sortition): void;
  block(made: Parameters<typeof newBlockPayload>[0]): Promise<void>;
};

/**
 * Announces the chain from genesis, or the block that it continues, to its first executed block, each block after its Bitcoin block, as a
 * node does at its start.
 */
export async function announcePast(state: ChainState, genesis: Genesis, announce: Announce): Promise<void> {
  // The genesis of a fork is that of its origin.
  if (state.fork === undefined) {
    const deploys = genesisDeploys(state, genesis);
    const receipts = genesisReceipts(deploys, genesis.balances);
    await announce.genesis({ receipts, interfaces: await interfacesOf(state, deploys, receipts) });
  }
  const { sortitions } = state;
  let burnHeight = sortitions.first.height;
  let parent: ParentBlock | undefined = state.fork && { blockHash: state.fork.block.blockHash, sortition: sortitions.first };
  for (const { block, receipts } of firstBlocks(state)) {
    while (burnHeight < block.sortition.height) {
      const sortition = sortitions.at(++burnHeight);
      if (sortition !== undefined) announce.burnBlock(sortition);
    }
    await announce.block({ block, parent, receipts, interfaces: new Map() });
    parent = block;
  }
}

/** The receipts of the deploys come first, in their order. */
async function interfacesOf(state: ChainState, deploys: readonly GenesisDeploy[], receipts: BlockResults['receipts']): Promise<Interfaces> {
  const interfaces = new Map<string, ContractInterface>();
  const view = new View(state, state.firstTip);
  for (const [index, { contract }] of deploys.entries()) {
    const found = await view.contractInterface(contract);
    const receipt = receipts[index];
    if (found !== undefined && receipt !== undefined) interfaces.set(receipt.txid, found);
  }
  return interfaces;
}
