import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import type { EngineEvent } from '../engine.js';
import type { MempoolEntry, MempoolView } from './mempool.js';
import { createPoll, type PollOptions } from './poll.js';

/** Follows bitcoind's chain and mempool by asking, and tells what changed. */
export type BitcoinFollower = {
  tip(): { height: number; hash: string };
  /** Transactions of users in the mempool when last asked. */
  waiting(): readonly string[];
  /** Asks now and resolves when everything has been told. @throws DevnetError when bitcoind does not answer */
  catchUp(): Promise<void>;
  /** Takes the present state as told already: after a start or a restore. */
  jump(): Promise<void>;
  /** From now on asks by itself, until `stop`. */
  start(): void;
  stop(): Promise<void>;
};

/** Pause between rounds in ms: a faucet payment waits for one of them. */
const PAUSE = 50;

/**
 * @param emit called for each event, in order
 * @param onRound called after each round in which nothing failed
 * @param polling how failures are told, if anybody hears of them, and the pause between rounds @default 50 ms
 */
export function followBitcoin(
  bitcoin: BitcoinClient,
  mempool: MempoolView,
  emit: (event: EngineEvent) => void,
  onRound: () => void,
  { onFailure, pause = () => PAUSE }: Partial<Pick<PollOptions, 'onFailure' | 'pause'>> = {},
): BitcoinFollower {
  let tip = { height: 0, hash: '' };
  let hashes = new Map<number, string>();
  let entries: ReadonlyMap<string, MempoolEntry> = new Map();

  /** @returns the transactions of the new blocks */
  const followBlocks = async (hash: string): Promise<Set<string>> => {
    const mined = new Set<string>();
    const added: { height: number; hash: string }[] = [];
    let at: string | undefined = hash;
    let forkHeight = -1;
    while (at !== undefined) {
      const { height, previousHash } = await bitcoin.header(at);
      // Below what is remembered, and within it, the chain known so far counts.
      if (hashes.get(height) === at || (height <= tip.height && !hashes.has(height))) {
        forkHeight = height;
        break;
      }
      added.push({ height, hash: at });
      at = previousHash;
    }
    const last = added[0] ?? { height: forkHeight, hash };
    const left = forkHeight < tip.height;
    if (left) for (const known of [...hashes.keys()].filter((height) => height > forkHeight)) hashes.delete(known);
    tip = last;
    if (left) emit({ type: 'bitcoin.reorg', forkHeight, height: last.height, hash: last.hash });
    for (const block of added.reverse()) {
      const txids = await bitcoin.blockTxids(block.hash);
      hashes.set(block.height, block.hash);
      emit({ type: 'bitcoin.block', ...block, txids });
      for (const txid of txids) mined.add(txid);
    }
    return mined;
  };
  const followMempool = async (mined: ReadonlySet<string>): Promise<void> => {
    const before = entries;
    const now = await mempool.read();
    const left = [...before].filter(([txid, { miner }]) => !miner && !now.has(txid) && !mined.has(txid));
    // A block that came meanwhile may have taken them: the next round knows.
    const later = left.length > 0 && (await bitcoin.tip()).hash !== tip.hash;
    entries = later ? new Map([...now, ...left]) : now;
    for (const [txid, { miner }] of now) if (!miner && !before.has(txid)) emit({ type: 'bitcoin.tx', txid });
    if (later) return;
    for (const [txid, { inputs }] of left) {
      const replacedBy = [...now].find(([, other]) => other.inputs.some((input) => inputs.includes(input)))?.[0];
      emit({ type: 'bitcoin.dropped', txid, reason: replacedBy === undefined ? 'conflict' : 'replaced', replacedBy });
    }
  };
  const poll = createPoll({
    async round() {
      const { hash } = await bitcoin.tip();
      await followMempool(hash === tip.hash ? new Set() : await followBlocks(hash));
    },
    onRound,
    // A bitcoind that ended is told by whoever watches over it; one that is busy answers the next round.
    onFailure,
    pause,
  });

  return {
    tip: () => tip,
    waiting: () => [...entries].filter(([, { miner }]) => !miner).map(([txid]) => txid),
    catchUp: poll.now,
    jump: () =>
      poll.between(async () => {
        tip = await bitcoin.tip();
        hashes = new Map([[tip.height, tip.hash]]);
        entries = await mempool.read();
      }),
    start: poll.start,
    stop: poll.stop,
  };
}
