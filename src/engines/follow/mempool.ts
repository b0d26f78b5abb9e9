import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import { committedParent, minerOutput } from './commit.js';

/** A transaction of bitcoind's mempool. */
export type MempoolEntry = {
  hex: string;
  /** A Stacks miner's commit or key registration. */
  miner: boolean;
  /** What a block commit builds on. */
  parent: string | undefined;
  /** The outputs that it spends, as `txid:index`. */
  inputs: string[];
};

/** What waits in bitcoind's mempool, read anew by every call; transactions are fetched once. */
export type MempoolView = {
  read(): Promise<ReadonlyMap<string, MempoolEntry>>;
  /** What the last reading saw, parents before children. */
  last(): readonly MempoolEntry[];
};

export function createMempoolView(bitcoin: Pick<BitcoinClient, 'mempool' | 'transaction'>): MempoolView {
  let known = new Map<string, MempoolEntry>();
  return {
    async read() {
      const present = new Map<string, MempoolEntry>();
      for (const txid of await bitcoin.mempool()) {
        const entry = known.get(txid) ?? (await fetchEntry(bitcoin, txid));
        if (entry !== undefined) present.set(txid, entry);
      }
      known = present;
      return present;
    },
    last: () => [...known.values()],
  };
}

async function fetchEntry(bitcoin: Pick<BitcoinClient, 'transaction'>, txid: string): Promise<MempoolEntry | undefined> {
  const transaction = await bitcoin.transaction(txid);
  if (transaction === undefined) return undefined;
  const { hex, scripts, inputs } = transaction;
  return {
    hex,
    inputs,
    miner: scripts.some(minerOutput),
    parent: scripts.map(committedParent).find((parent) => parent !== undefined),
  };
}
