import type { BootContract } from '../../clarity/boot.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';
import type { StacksBlock } from './chain/block/block.js';
import { GENESIS } from './chain/block/first-blocks.js';
import { type GenesisDeploy, genesisReceipts } from './chain/block/genesis-block.js';
import { blockInfo, blockReceipts } from './chain/block/receipts.js';
import { SYSTEM_RESULT } from './chain/production/tenure.js';
import type { ChainState } from './chain/state/state.js';
import type { StacksBlockInfo, StacksNodeBlock, StacksNodeOptions } from './types.js';

/** What the chain began with. */
export type Genesis = Pick<StacksNodeOptions, 'balances' | 'contracts'>;

/** Returns genesis and the blocks that were there when the node started, ascending. */
export function pastBlocks(state: ChainState, genesis: Genesis): StacksNodeBlock[] {
  const receipts = state.fork === undefined ? genesisReceipts(genesisDeploys(state, genesis), genesis.balances) : [];
  return [
    { block: genesisInfo(state), receipts },
    ...firstBlocks(state).map(({ block, receipts }) => ({ block: blockInfo(block), receipts })),
  ];
}

/** Returns the blocks after genesis that were there when the node started, ascending: all but the last are empty. */
export function firstBlocks({ ledger, firstTip }: ChainState): { block: StacksBlock; receipts: StacksReceipt[] }[] {
  const blocks: { block: StacksBlock; receipts: StacksReceipt[] }[] = [];
  // By their parents: a reorganisation may have put others at their heights.
  for (let block: StacksBlock | undefined = firstTip; block !== undefined && block.height >= ledger.first.height; block = block.parent) {
    const receipts = blockReceipts(block.transactions.map(({ raw, txid }) => ({ raw, txid, result: SYSTEM_RESULT })));
    blocks.push({ block, receipts });
  }
  return blocks.reverse();
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
export function genesisDeploys({ boot }: ChainState, { contracts = [] }: Genesis): GenesisDeploy[] {
  const others = contracts.map(
    ({ deployer, name, source, clarityVersion, mints = [] }): GenesisDeploy => ({
      contract: `${deployer}.${name}`,
      source,
      clarityVersion,
      mints,
    }),
  );
  return [...(boot?.contracts ?? []).filter(isAnnounced).map(bootDeploy), ...others];
}

/** The databases of signers' messages, which are all alike. */
const MESSAGE_DATABASE = /^signers-\d+-\d+$/;

function isAnnounced({ id: { name = '' }, isHidden }: BootContract): boolean {
  return isHidden !== true && !MESSAGE_DATABASE.test(name);
}

function bootDeploy({ id, source, version, minted }: BootContract): GenesisDeploy {
  const mints = minted === undefined ? [] : [{ recipient: id.text, amount: minted }];
  return { contract: id.text, source, clarityVersion: version === 1 ? undefined : version, mints };
}
