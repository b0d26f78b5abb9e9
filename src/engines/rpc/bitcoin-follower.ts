import { DevnetError } from '../../error.js';
import { createMutex } from '../../mutex.js';
import type { EngineEvent } from '../engine.js';
import type { BitcoinRpc } from './bitcoin-rpc.js';
import type { MempoolEntry, MempoolView } from './mempool.js';

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

/** @param emit called for each event, in order @param onRound called after each round in which nothing failed */
export function followBitcoin(
  bitcoin: BitcoinRpc,
  mempool: MempoolView,
  emit: (event: EngineEvent) => void,
  onRound: () => void,
): BitcoinFollower {
  const mutex = createMutex();
  let tip = { height: 0, hash: '' };
  let hashes = new Map<number, string>();
  let entries: ReadonlyMap<string, MempoolEntry> = new Map();
  let running = false;
  let timer: NodeJS.Timeout | undefined;

  const followBlocks = async (hash: string): Promise<void> => {
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
    }
  };
  const followMempool = async (): Promise<void> => {
    const before = entries;
    const now = await mempool.read();
    entries = now;
    for (const [txid, { miner }] of now) if (!miner && !before.has(txid)) emit({ type: 'bitcoin.tx', txid });
    for (const [txid, entry] of before) {
      if (entry.miner || now.has(txid)) continue;
      // With an index of transactions bitcoind knows those in blocks; what it does not know is gone.
      if ((await bitcoin.transaction(txid)) !== undefined) continue;
      const replacedBy = [...now].find(([, other]) => other.inputs.some((input) => entry.inputs.includes(input)))?.[0];
      emit({ type: 'bitcoin.dropped', txid, reason: replacedBy === undefined ? 'conflict' : 'replaced', replacedBy });
    }
  };
  const round = (): Promise<void> =>
    mutex.run(async () => {
      const { hash } = await bitcoin.tip();
      if (hash !== tip.hash) await followBlocks(hash);
      await followMempool();
    });
  const loop = async (): Promise<void> => {
    try {
      await round();
      onRound();
    } catch (error) {
      // A bitcoind that ended is told by the watch over the services; one that is busy answers the next round.
      if (!(error instanceof DevnetError)) throw error;
    }
    if (running) timer = setTimeout(loop, PAUSE);
  };

  return {
    tip: () => tip,
    waiting: () => [...entries].filter(([, { miner }]) => !miner).map(([txid]) => txid),
    catchUp: round,
    jump: () =>
      mutex.run(async () => {
        tip = await bitcoin.tip();
        hashes = new Map([[tip.height, tip.hash]]);
        entries = await mempool.read();
      }),
    start() {
      running = true;
      timer = setTimeout(loop, 0);
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await mutex.run(async () => undefined);
    },
  };
}
