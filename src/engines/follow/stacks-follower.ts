import { refusal, type StacksClient } from '../../chains/stacks/client/client.js';
import { CodecError } from '../../chains/stacks/codec/error.js';
import { sha512_256 } from '../../chains/stacks/codec/hash.js';
import { DevnetError } from '../../error.js';
import { without0x } from '../../hex.js';
import { listOf, readNumber, readObject, readText } from '../../json.js';
import type { FoundStacksTransaction } from '../engine.js';
import { type NakamotoBlock, readNakamotoBlock } from './nakamoto-block.js';
import type { Outcomes } from './outcomes/outcomes.js';
import { createPoll, type PollOptions } from './poll.js';
import type { StacksChain, StacksTip } from './stacks-chain.js';
import { followStacksMempool } from './stacks-mempool.js';

/** Follows a Stacks node's chain and mempool by asking: for nodes that tell no observer of ours. */
export type StacksFollower = {
  /** Asks now and resolves when everything has been told. @throws DevnetError when the node does not answer */
  catchUp(): Promise<void>;
  /** Takes the present state as told already. */
  jump(): Promise<void>;
  /** What became of a transaction in a block, which need not have been told. @param txid with 0x @returns undefined if it is not there */
  outcomeIn(blockId: string, txid: string): Promise<FoundStacksTransaction | undefined>;
  start(): void;
  stop(): Promise<void>;
};

export type StacksFollowerOptions = Pick<PollOptions, 'onRound' | 'onFailure' | 'pause'> & {
  stacks: StacksClient;
  /** Told of everything that is seen. */
  chain: StacksChain;
  outcomes(block: NakamotoBlock): Promise<Outcomes>;
};

/** Where a tenure's Bitcoin block is. */
type BurnBlock = { burnHeight: number; burnHash: string };

/** Transactions remembered as mined, since nodes keep them in their mempool for a while; and tenures. */
const REMEMBERED = 5_000;

export function followStacks({ stacks, chain, outcomes, ...polling }: StacksFollowerOptions): StacksFollower {
  const mempool = followStacksMempool(stacks, chain);
  const tenures = new Map<string, BurnBlock>();
  const mined = new Map<string, true>();

  const burnBlock = async (consensusHash: string): Promise<BurnBlock> => {
    const known = tenures.get(consensusHash);
    if (known !== undefined) return known;
    const [first] = listOf(await stacks.getJson(`/v3/sortitions/consensus/${consensusHash}`), 'sortitions');
    const sortition = readObject(first, 'sortition');
    const found = { burnHeight: readNumber(sortition, 'burn_block_height'), burnHash: without0x(readText(sortition, 'burn_block_hash')) };
    remember(tenures, consensusHash, found);
    return found;
  };
  const tipOf = async (): Promise<StacksTip> => {
    const { tip, tipConsensusHash, height, burnHeight } = await stacks.info();
    const id = sha512_256(Buffer.from(tip, 'hex'), Buffer.from(tipConsensusHash, 'hex')).toString('hex');
    return { height, hash: `0x${id}`, burnHeight, consensusHash: tipConsensusHash };
  };
  /** Undefined for a block of before Nakamoto. */
  const blockOf = async (id: string): Promise<NakamotoBlock | undefined> => {
    const path = `/v3/blocks/${id}`;
    const answer = await stacks.request({ path });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refusal(path, answer);
    return readNakamotoBlock(answer.bytes, id);
  };
  const tell = async (block: NakamotoBlock): Promise<void> => {
    const { height, id, blockHash, parentId, consensusHash, time } = block;
    const [burn, { receipts, untold }] = await Promise.all([burnBlock(consensusHash), outcomes(block)]);
    for (const { txid } of block.transactions) remember(mined, `0x${txid}`, true);
    const told = { height, hash: `0x${id}`, blockHash: `0x${blockHash}`, parentHash: `0x${parentId}`, consensusHash, time };
    chain.take({ type: 'block', block: { ...told, ...burn, receipts, ...(untold.length > 0 && { untold }) } });
  };
  const followBlocks = async (tip: StacksTip): Promise<void> => {
    const added: NakamotoBlock[] = [];
    for (let id = without0x(tip.hash), height = tip.height; !chain.has(height, `0x${id}`); height--) {
      // Below what is remembered the chain known so far counts.
      if (added.length > 0 && height < chain.oldest()) break;
      const block = await blockOf(id);
      if (block === undefined) break;
      added.push(block);
      id = block.parentId;
    }
    if (added.length === 0) return chain.jump(tip);
    const [oldest] = added.slice(-1);
    if (oldest !== undefined && oldest.height <= chain.tip().height && !chain.has(oldest.height - 1, `0x${oldest.parentId}`)) {
      chain.jump({ ...chain.tip(), height: oldest.height - 1, hash: `0x${oldest.parentId}` });
    }
    for (const block of added.reverse()) await tell(block);
  };
  const poll = createPoll({
    ...polling,
    async round() {
      try {
        const tip = await tipOf();
        if (tip.hash !== chain.tip().hash) await followBlocks(tip);
        await mempool.look((txid) => mined.has(txid));
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
        const tip = await tipOf();
        const { burnHeight } = await burnBlock(tip.consensusHash).catch(() => tip);
        chain.jump({ ...tip, burnHeight });
      }),
    async outcomeIn(blockId, txid) {
      const block = await blockOf(without0x(blockId));
      if (block === undefined) return undefined;
      const [{ burnHeight }, { receipts, untold }] = await Promise.all([burnBlock(block.consensusHash), outcomes(block)]);
      const outcome = [...receipts, ...untold].find((candidate) => candidate.txid === txid);
      return outcome && { at: 'block', block: { height: block.height, hash: `0x${block.id}`, burnHeight }, outcome };
    },
    start: poll.start,
    stop: poll.stop,
  };
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.set(key, value);
  if (known.size <= REMEMBERED) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
