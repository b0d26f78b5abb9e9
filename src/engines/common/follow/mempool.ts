import type { BitcoinClient } from '../../../bitcoin/client.js';
import { type Commit, isProducerOutput, readCommit } from './commit.js';

/** A transaction in bitcoind's mempool. */
export type MempoolEntry = {
  hex: string;
  /** Whether it is a Stacks miner's block commit or key registration. */
  isProducers: boolean;
  /** Undefined if it is no block commit. */
  commit: Commit | undefined;
  /** The outputs that it spends, each as `txid:index`. */
  inputs: string[];
};

/** A view of bitcoind's mempool that fetches each transaction once. */
export type MempoolView = {
  read(): Promise<ReadonlyMap<string, MempoolEntry>>;
  /** The result of the last `read`, parents before children. */
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
    isProducers: scripts.some(isProducerOutput),
    commit: scripts.map(readCommit).find((commit) => commit !== undefined),
  };
}
