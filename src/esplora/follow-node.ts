import { toSats } from '../chains/bitcoin/client/amount.js';
import type { BitcoinClient } from '../chains/bitcoin/client/client.js';
import { parseBlock } from '../chains/bitcoin/codec/block.js';
import { fromHex, hashToHex } from '../chains/bitcoin/codec/hex.js';
import { parseTransaction } from '../chains/bitcoin/codec/transaction.js';
import { DevnetError } from '../error.js';
import { field, readObject, readText } from '../json.js';
import { createMutex } from '../mutex.js';
import { type ChainIndex, createChainIndex } from './chain-index.js';

/** An index of a node's chain and mempool. */
export type BitcoinIndex = {
  /**
   * Brings the index to the state of the node and returns it, after reorganisations and restores, too. The first call reads the whole chain.
   * @throws DevnetError UNSUPPORTED on another chain than regtest, NOT_REACHABLE, TIMEOUT
   */
  current(): Promise<ChainIndex>;
  /** Returns a transaction as hex; undefined if the node does not have it. */
  rawTransaction(txid: string): Promise<string | undefined>;
  /** Sends a transaction. @returns its txid @throws DevnetError RPC with bitcoind's code and message */
  broadcast(hex: string): Promise<string>;
  /** Returns the lowest fee rate that the mempool accepts, in sats for a virtual byte, rounded up to at least 1. */
  minimumFeeRate(): Promise<number>;
};

/** Blocks requested at once. */
const BATCH = 32;
/** bitcoind's code for an unknown transaction. */
const NOT_FOUND = -5;

/** Creates an index that asks a node only when it is used. */
export function followNode(rpc: BitcoinClient): BitcoinIndex {
  const index = createChainIndex();
  const mutex = createMutex();
  let checked = false;

  const check = async (): Promise<void> => {
    if (checked) return;
    const { chain } = await rpc.blockchain();
    if (chain !== 'regtest') {
      const hint = 'Ask an Esplora server of that chain.';
      throw new DevnetError('UNSUPPORTED', `the index of transactions reads only regtest, the node is on ${chain}. ${hint}`, { hint });
    }
    checked = true;
  };
  /** Follows the best chain. @returns the hash of its tip */
  const followBlocks = async (): Promise<string> => {
    for (;;) {
      const tip = await rpc.tip();
      if (index.tip()?.hash === tip.hash) return tip.hash;
      let fork = Math.min(index.tip()?.height ?? -1, tip.height);
      while (fork >= 0 && (await hashAt(fork)) !== index.blockAt(fork)?.hash) fork--;
      while ((index.tip()?.height ?? -1) > fork) index.disconnect();
      for (let height = fork + 1; height <= tip.height; height += BATCH) {
        const heights = Array.from({ length: Math.min(BATCH, tip.height - height + 1) }, (_, at) => height + at);
        if (!(await connect(heights))) break;
      }
    }
  };
  /** @returns undefined above the tip */
  const hashAt = async (height: number): Promise<string | undefined> => {
    try {
      return await rpc.blockHash(height);
    } catch (error) {
      if (error instanceof DevnetError && error.code === 'RPC') return undefined;
      throw error;
    }
  };
  /** @returns false if the chain changed meanwhile */
  const connect = async (heights: readonly number[]): Promise<boolean> => {
    const blocks = await Promise.all(
      heights.map(async (height) => {
        const hash = await hashAt(height);
        return hash === undefined ? undefined : { hash, block: parseBlock(fromHex(await getText('getblock', [hash, 0]))) };
      }),
    );
    for (const found of blocks) {
      const last = index.tip();
      if (found === undefined || (last !== undefined && hashToHex(found.block.header.previous) !== last.hash)) return false;
      index.connect(found.block, found.hash);
    }
    return true;
  };
  const followMempool = async (): Promise<void> => {
    const now = new Set(await rpc.mempool());
    for (const txid of index.mempool()) if (!now.has(txid)) index.removeFromMempool(txid);
    const known = new Set(index.mempool());
    const added = await Promise.all([...now].filter((txid) => !known.has(txid)).map(rawTransaction));
    for (const hex of added) if (hex !== undefined) index.addToMempool(parseTransaction(fromHex(hex)));
  };
  const rawTransaction = async (txid: string): Promise<string | undefined> => {
    try {
      return await getText('getrawtransaction', [txid]);
    } catch (error) {
      if (error instanceof DevnetError && error.rpcCode === NOT_FOUND) return undefined;
      throw error;
    }
  };
  const getText = async (method: string, params: unknown[]): Promise<string> => readText({ hex: await rpc.call(method, params) }, 'hex');

  return {
    current: () =>
      mutex.run(async () => {
        await check();
        for (;;) {
          const tip = await followBlocks();
          await followMempool();
          // A block that came meanwhile may have taken transactions out of the mempool.
          if ((await rpc.tip()).hash === tip) return index;
        }
      }),
    rawTransaction,
    broadcast: (hex) => rpc.send(hex),
    async minimumFeeRate() {
      const info = readObject(await rpc.call('getmempoolinfo'), 'getmempoolinfo');
      // BTC for 1,000 virtual bytes.
      return Math.max(1, Math.ceil(Number(toSats(field(info, 'mempoolminfee'))) / 1_000));
    },
  };
}
