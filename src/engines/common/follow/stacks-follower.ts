import { DevnetError } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { listOf, readNumber, readObject, readText } from '../../../base/json.js';
import { LimitedMap } from '../../../base/limited-map.js';
import type { Clock } from '../../../base/wait.js';
import { refusal, type StacksClient } from '../../../stacks/client.js';
import { CodecError, type NakamotoBlock, readNakamotoBlock } from '../../../stacks/codec.js';
import type { FoundStacksTransaction } from '../../../stacks/engine.js';
import type { Outcomes } from './outcomes.js';
import { createPoll, type PollOptions } from './poll.js';
import type { StacksChain, StacksTip } from './stacks-chain.js';
import { followStacksMempool } from './stacks-mempool.js';
import { readStacksTip } from './stacks-tip.js';
import { until } from './until.js';

/** Polls a Stacks node's chain and mempool, for nodes without an event observer of ours. */
export type StacksFollower = {
  /** Polls now and resolves after the events of all changes. @throws DevnetError if the node does not answer */
  catchUp(): Promise<void>;
  /** Skips the events up to the present state. */
  jump(): Promise<void>;
  /** Returns the outcome of a transaction in any block; undefined if the block does not contain it. @param txid with 0x */
  outcomeIn(blockId: string, txid: string): Promise<FoundStacksTransaction | undefined>;
  start(): void;
  stop(): Promise<void>;
};

export type StacksFollowerOptions = Pick<PollOptions, 'onRound' | 'onFailure' | 'pause'> & {
  stacks: StacksClient;
  /** Receives every change. */
  chain: StacksChain;
  outcomes(block: NakamotoBlock): Promise<Outcomes>;
  /** Ends a wait of a round. To be aborted before `stop`, which waits for the round. */
  ends: AbortSignal;
  /** Measures the timeouts of waits for the node. @default the wall clock */
  clock?: Clock | undefined;
};

/** The Bitcoin block of a tenure. */
type BurnBlock = { burnHeight: number; burnHash: string };

/** Number of mined transactions kept, because nodes report them as pending for a while, and of tenures. */
const KEPT = 5_000;
/** How long the node may take to leave an abandoned branch, in ms. */
const LEAVE_BRANCH = 10_000;

export function followStacks({ stacks, chain, outcomes, ends, clock, ...polling }: StacksFollowerOptions): StacksFollower {
  const mempool = followStacksMempool(stacks, chain);
  const tenures = new LimitedMap<string, BurnBlock>(KEPT);
  /** The block of each transaction. */
  const mined = new LimitedMap<string, Pick<StacksTip, 'height' | 'hash'>>(KEPT);

  /** Whether a block of the chain contains the transaction. Blocks below the known ones cannot be left. */
  const isMined = (txid: string): boolean => {
    const block = mined.get(txid);
    return block !== undefined && (chain.has(block.height, block.hash) || block.height < chain.oldest());
  };
  /** Returns undefined if the node has no such sortition: its Bitcoin block was abandoned. */
  const burnBlock = async (consensusHash: string): Promise<BurnBlock | undefined> => {
    const known = tenures.get(consensusHash);
    if (known !== undefined) return known;
    const answer = await stacks.getJson(`/v3/sortitions/consensus/${consensusHash}`, { absent: [404] });
    if (answer === undefined) return undefined;
    const [first] = listOf(answer, 'sortitions');
    const sortition = readObject(first, 'sortition');
    const found = { burnHeight: readNumber(sortition, 'burn_block_height'), burnHash: without0x(readText(sortition, 'burn_block_hash')) };
    tenures.set(consensusHash, found);
    return found;
  };
  /** Returns undefined for a block before Epoch 3.0. */
  const blockOf = async (id: string): Promise<NakamotoBlock | undefined> => {
    const path = `/v3/blocks/${id}`;
    const answer = await stacks.request({ path });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refusal(path, answer);
    return readNakamotoBlock(answer.bytes, id);
  };
  /** Returns false if the Bitcoin block of its tenure was abandoned. */
  const report = async (block: NakamotoBlock): Promise<boolean> => {
    const { height, id, blockHash, parentId, consensusHash, time } = block;
    const [burn, { receipts, unknownOutcomes }] = await Promise.all([burnBlock(consensusHash), outcomes(block)]);
    if (burn === undefined) return false;
    for (const { txid } of block.transactions) mined.set(`0x${txid}`, { height, hash: `0x${id}` });
    const facts = { height, hash: `0x${id}`, blockHash: `0x${blockHash}`, parentHash: `0x${parentId}`, consensusHash, time };
    chain.apply({ type: 'block', block: { ...facts, ...burn, receipts, ...(unknownOutcomes.length > 0 && { unknownOutcomes }) } });
    return true;
  };
  /** Returns false if the node left this branch meanwhile. */
  const followBlocks = async (tip: StacksTip): Promise<boolean> => {
    const added: NakamotoBlock[] = [];
    for (let id = without0x(tip.hash), height = tip.height; !chain.has(height, `0x${id}`); height--) {
      // A height below the known ones belongs to the known chain.
      if (added.length > 0 && height < chain.oldest()) break;
      const block = await blockOf(id);
      if (block === undefined) break;
      added.push(block);
      id = block.parentId;
    }
    if (added.length === 0) {
      chain.jump(tip);
      return true;
    }
    const [oldest] = added.slice(-1);
    if (oldest !== undefined && oldest.height <= chain.tip().height && !chain.has(oldest.height - 1, `0x${oldest.parentId}`)) {
      chain.jump({ ...chain.tip(), height: oldest.height - 1, hash: `0x${oldest.parentId}` });
    }
    for (const block of added.reverse()) if (!(await report(block))) return false;
    return true;
  };
  /** Returns false if the node left the branch of its tip meanwhile. */
  const followTip = async (see?: (seen: string) => void): Promise<boolean> => {
    const tip = await readStacksTip(stacks);
    see?.(`the tip ${tip.hash}, on a branch without sortitions`);
    return tip.hash === chain.tip().hash || followBlocks(tip);
  };
  const follow = async (): Promise<void> => {
    if (await followTip()) return;
    await until({
      what: 'the Stacks node to leave an abandoned branch',
      timeoutMs: LEAVE_BRANCH,
      clock,
      ends,
      look: async (see) => (await followTip(see)) || undefined,
    });
  };
  const poll = createPoll({
    ...polling,
    async round() {
      try {
        await follow();
        await mempool.poll(isMined);
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        throw new DevnetError('RPC', `the node's answer is not understood: ${error.message}`, { cause: error });
      }
    },
  });

  return {
    catchUp: poll.now,
    jump: () =>
      poll.between(async () => {
        const tip = await readStacksTip(stacks);
        const { burnHeight } = (await burnBlock(tip.consensusHash)) ?? tip;
        chain.jump({ ...tip, burnHeight });
      }),
    async outcomeIn(blockId, txid) {
      const block = await blockOf(without0x(blockId));
      if (block === undefined) return undefined;
      const [burn, { receipts, unknownOutcomes }] = await Promise.all([burnBlock(block.consensusHash), outcomes(block)]);
      const outcome = burn && [...receipts, ...unknownOutcomes].find((candidate) => candidate.txid === txid);
      return outcome && { at: 'block', block: { height: block.height, hash: `0x${block.id}`, burnHeight: burn.burnHeight }, outcome };
    },
    start: poll.start,
    stop: poll.stop,
  };
}
