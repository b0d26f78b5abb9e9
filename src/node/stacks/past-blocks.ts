import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { GENESIS } from './chain/block/ancestors.js';
import type { StacksBlock } from './chain/block/block.js';
import { bootContractNames, type GenesisDeploy, genesisReceipts } from './chain/block/genesis-block.js';
import { blockInfo, blockReceipts } from './chain/block/receipts.js';
import { contractSource } from './chain/state/contracts.js';
import { type ChainState, SYSTEM_RESULT } from './chain/state/state.js';
import type { StacksBlockInfo, StacksNodeBlock, StacksNodeOptions } from './types.js';
import { BOOT_CONTRACTS } from './vm/genesis/boot-contracts.js';
import { BOOT_ADDRESS } from './vm/machine/principals.js';

/** What the chain began with. */
export type Genesis = Pick<StacksNodeOptions, 'balances' | 'contracts'>;

/** Returns the blocks from genesis to the first one that the VM executed, ascending. */
export async function pastBlocks(state: ChainState, genesis: Genesis): Promise<StacksNodeBlock[]> {
  const receipts = state.fork === undefined ? genesisReceipts(await genesisDeploys(state, genesis), genesis.balances) : [];
  return [
    { block: genesisInfo(state), receipts },
    ...firstBlocks(state).map(({ block, receipts }) => ({ block: blockInfo(block), receipts })),
  ];
}

/** Returns the empty blocks after genesis and the first one that the VM executed, ascending. */
export function firstBlocks(state: ChainState): { block: StacksBlock; receipts: StacksReceipt[] }[] {
  const empty: { block: StacksBlock; receipts: StacksReceipt[] }[] = [];
  for (let block = state.ancestor; block !== undefined; block = block.parent) empty.push({ block, receipts: [] });
  const { first } = state.ledger;
  const receipts = blockReceipts(first.transactions.map(({ raw, txid }) => ({ raw, txid, result: SYSTEM_RESULT })));
  return [...empty.reverse(), { block: first, receipts }];
}

/** Describes the genesis block, which has no header; of a fork, the block that it continues. */
export function genesisInfo({ sortitions: { first }, fork }: ChainState): StacksBlockInfo {
  const burn = { burnHeight: first.height, burnHash: first.burn.hash, burnTime: first.burn.time };
  if (fork !== undefined) {
    const { height, id, blockHash, consensusHash, time, tenureHeight } = fork.block;
    const hashes = { hash: `0x${id}`, blockHash: `0x${blockHash}`, parentHash: `0x${'00'.repeat(32)}`, consensusHash };
    return { ...burn, ...hashes, height, tenureHeight, time, rewards: [] };
  }
  return {
    ...burn,
    height: 0,
    hash: `0x${GENESIS.indexHash}`,
    blockHash: `0x${GENESIS.blockHash}`,
    parentHash: `0x${GENESIS.parentHash}`,
    consensusHash: GENESIS.consensusHash,
    tenureHeight: 0,
    time: first.burn.time,
    rewards: [],
  };
}

/** Returns the contracts of the genesis block, in order: boot contracts, then others. */
export async function genesisDeploys(state: ChainState, { contracts = [] }: Genesis): Promise<GenesisDeploy[]> {
  const boot = await Promise.all(bootContractNames(state.epoch.name).map((name) => bootDeploy(state, name)));
  const others = contracts.map(
    ({ deployer, name, source, clarityVersion, mints = [] }): GenesisDeploy => ({
      contract: `${deployer}.${name}`,
      source,
      clarityVersion,
      mints,
    }),
  );
  return [...boot.flat(), ...others];
}

async function bootDeploy(state: ChainState, name: string): Promise<GenesisDeploy[]> {
  const contract = `${BOOT_ADDRESS}.${name}`;
  const found = await contractSource(state, contract);
  // The VM's package lacks some.
  if (found === undefined) return [];
  const { clarityVersion = 1 } = BOOT_CONTRACTS.get(name) ?? {};
  return [{ contract, source: found.source, clarityVersion: clarityVersion === 1 ? undefined : clarityVersion, mints: [] }];
}
