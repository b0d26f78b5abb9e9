import { shareRuns } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { type Json, listOf, readHash, readNumber, readObject, readText } from '../../base/json.js';
import { untilComplete } from '../../base/missing.js';
import { parseBlock } from '../protocol/codec/block.js';
import { fromHex, hashToHex } from '../protocol/codec/hex.js';
import { parseTransaction, type Transaction } from '../protocol/codec/transaction.js';
import type { Origin } from '../protocol/fork-source/origin.js';
import { ChainIndex, type Replacement } from './chain-index.js';
import type { IndexedTransaction } from './index-part.js';

/** Calls a method of a Bitcoin node. @throws DevnetError RPC with bitcoind's code and message, NOT_REACHABLE, TIMEOUT */
export type CallNode = (method: string, params?: readonly unknown[]) => Promise<Json>;

/**
 * What one look at the node brought: heights of new blocks, how many blocks of the old chain are gone, and transactions that entered or
 * left the mempool otherwise than by a block.
 */
export type IndexChange = {
  blocks: readonly number[];
  gone: number;
  entered: readonly IndexedTransaction[];
  left: readonly IndexedTransaction[];
  replaced: readonly Replacement[];
};

type MempoolChange = Omit<IndexChange, 'blocks' | 'gone'>;

/** An index of a node's chain and mempool. */
export type BitcoinIndex = {
  /**
   * Brings the index to the state of the node and returns it, after reorganisations and restores, too. The first call reads the
   * whole chain.
   * @throws DevnetError UNSUPPORTED on another chain than regtest, NOT_REACHABLE, TIMEOUT
   */
  current(): Promise<ChainIndex>;
  /** Calls `listener` when `current()` found the node in another state. @returns a function that stops it */
  subscribe(listener: (change: IndexChange, index: ChainIndex) => void): () => void;
  /** Calls a method of the node. */
  readonly call: CallNode;
  /** The chain that the node's continues, if it is a fork. */
  readonly origin?: Origin | undefined;
};

/** Blocks requested at once. */
const BATCH = 32;
/** bitcoind's codes for an unknown transaction, and for a height above the tip. */
const REFUSALS = [-5, -8];

/** Creates an index that asks a node only when it is used. @param origin of a fork @default none */
export function followNode(call: CallNode, origin?: Origin): BitcoinIndex {
  const index = new ChainIndex(origin);
  let isFirst = true;
  const listeners = new Set<Parameters<BitcoinIndex['subscribe']>[0]>();

  const tip = async (): Promise<{ hash: string; height: number }> => {
    const info = readObject(await call('getblockchaininfo'), 'getblockchaininfo');
    const chain = readText(info, 'chain');
    if (chain !== 'regtest') {
      const hint = 'Ask an Esplora server of that chain.';
      throw new DevnetError('UNSUPPORTED', `the index of transactions reads only regtest, the node is on ${chain}. ${hint}`, { hint });
    }
    return { hash: readHash(info, 'bestblockhash'), height: readNumber(info, 'blocks') };
  };
  const text = async (method: string, params: unknown[]): Promise<string> => readText({ text: await call(method, params) }, 'text');
  /** @returns undefined above the tip */
  const hashAt = (height: number): Promise<string | undefined> => unlessRefused(text('getblockhash', [height]));

  /** Follows the best chain. @returns the hash of its tip, the heights of the new blocks, and the number of blocks that are gone */
  const followBlocks = async (): Promise<{ hash: string; added: number[]; gone: number }> => {
    const added: number[] = [];
    let gone = 0;
    for (;;) {
      const best = await tip();
      if (index.tip()?.hash === best.hash) return { hash: best.hash, added, gone };
      let fork = Math.min(index.tip()?.height ?? -1, best.height);
      while (fork >= index.first() && (await hashAt(fork)) !== index.blockAt(fork)?.hash) fork--;
      for (; (index.tip()?.height ?? -1) > fork; gone++) index.disconnect();
      for (let height = fork + 1; height <= best.height; height += BATCH) {
        const heights = Array.from({ length: Math.min(BATCH, best.height - height + 1) }, (_, at) => height + at);
        if (!(await connect(heights))) break;
        added.push(...heights);
      }
    }
  };
  /** @returns false if the chain changed meanwhile */
  const connect = async (heights: readonly number[]): Promise<boolean> => {
    const blocks = await Promise.all(
      heights.map(async (height) => {
        const hash = await hashAt(height);
        return hash === undefined ? undefined : { hash, block: parseBlock(fromHex(await text('getblock', [hash, 0]))) };
      }),
    );
    for (const found of blocks) {
      const last = index.tip();
      if (found === undefined || (last !== undefined && hashToHex(found.block.header.previous) !== last.hash)) return false;
      await untilComplete(() => index.prepare(found.block.transactions));
      index.connect(found.block, found.hash);
    }
    return true;
  };

  const followMempool = async (): Promise<MempoolChange> => {
    const now = new Set(listOf(await call('getrawmempool'), 'getrawmempool').map(String));
    const known = new Set(index.mempool());
    const gone = [...known].filter((txid) => !now.has(txid));
    const left = gone.flatMap((txid) => index.own(txid) ?? []);
    const news = [...now].filter((txid) => !known.has(txid));
    const added = (await Promise.all(news.map(pending))).filter((transaction) => transaction !== undefined);
    await untilComplete(() => index.prepare(added));
    const replaced = index.updateMempool(added, gone, Math.floor(Date.now() / 1_000));
    return { entered: news.flatMap((txid) => index.own(txid) ?? []), left, replaced };
  };
  const pending = async (txid: string): Promise<Transaction | undefined> => {
    const hex = await unlessRefused(text('getrawtransaction', [txid]));
    return hex === undefined ? undefined : parseTransaction(fromHex(hex));
  };

  const follow = async (): Promise<ChainIndex> => {
    const blocks: number[] = [];
    const changes: MempoolChange[] = [];
    let gone = 0;
    for (;;) {
      const followed = await followBlocks();
      const { hash } = followed;
      blocks.push(...followed.added);
      gone += followed.gone;
      changes.push(await followMempool());
      // A block that came meanwhile may have taken transactions out of the mempool.
      if ((await tip()).hash === hash) break;
    }
    const change = {
      blocks,
      gone,
      entered: changes.flatMap(({ entered }) => entered),
      left: changes.flatMap(({ left }) => left),
      replaced: changes.flatMap(({ replaced }) => replaced),
    };
    // What the first look finds is no change.
    if (isFirst) {
      isFirst = false;
      return index;
    }
    if (gone + blocks.length + change.entered.length + change.left.length > 0) for (const listener of listeners) listener(change, index);
    return index;
  };

  return {
    current: shareRuns(follow),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call,
    origin,
  };
}

/** @returns undefined if the node does not know a block or transaction */
async function unlessRefused(answer: Promise<string>): Promise<string | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'RPC' && REFUSALS.includes(error.rpcCode ?? 0)) return undefined;
    throw error;
  }
}
