import type { BitcoinClient } from '../../../bitcoin/client.js';
import type { EngineEvent } from '../../../stacks/engine.js';
import type { MempoolEntry, MempoolView } from './mempool.js';
import { createPoll, type PollOptions } from './poll.js';

/** Polls bitcoind's chain and mempool, and reports changes as events. */
export type BitcoinFollower = {
  tip(): { height: number; hash: string };
  /** The txids of users' transactions in the mempool at the last poll. */
  waiting(): readonly string[];
  /** Polls now and resolves after the events of all changes. @throws DevnetError if bitcoind does not answer */
  catchUp(): Promise<void>;
  /** Skips the events up to the present state, after a start or a restore. */
  jump(): Promise<void>;
  /** Polls regularly until `stop`. */
  start(): void;
  stop(): Promise<void>;
};

/** Pause between polls in ms, which delays each faucet payment. */
const PAUSE = 50;

/**
 * @param emit called for each event, in order
 * @param onRound called after each successful poll
 * @param polling a handler of failures, and the pause between polls in ms @default 50
 * @param polling.beforeBlock called for each block before its event @default nothing
 */
export function followBitcoin(
  bitcoin: BitcoinClient,
  mempool: MempoolView,
  emit: (event: EngineEvent) => void,
  onRound: () => void,
  {
    beforeBlock,
    onFailure,
    pause = () => PAUSE,
  }: Partial<Pick<PollOptions, 'onFailure' | 'pause'>> & { beforeBlock?: ((hash: string) => Promise<void>) | undefined } = {},
): BitcoinFollower {
  let tip = { height: 0, hash: '' };
  let hashes = new Map<number, string>();
  let entries: ReadonlyMap<string, MempoolEntry> = new Map();

  const followBlocks = async (hash: string): Promise<void> => {
    const added: { height: number; hash: string }[] = [];
    let at: string | undefined = hash;
    let forkHeight = -1;
    while (at !== undefined) {
      const { height, previousHash } = await bitcoin.header(at);
      // A height below the known ones belongs to the known chain.
      if (hashes.get(height) === at || (height <= tip.height && !hashes.has(height))) {
        forkHeight = height;
        break;
      }
      added.push({ height, hash: at });
      at = previousHash;
    }
    const blocks: ((typeof added)[number] & { txids: string[] })[] = [];
    for (const block of added.reverse()) {
      await beforeBlock?.(block.hash);
      blocks.push({ ...block, txids: await bitcoin.blockTxids(block.hash) });
    }
    // No request follows, so that a failed one loses no event.
    const last = blocks.at(-1) ?? { height: forkHeight, hash };
    const left = forkHeight < tip.height;
    if (left) for (const known of [...hashes.keys()].filter((height) => height > forkHeight)) hashes.delete(known);
    tip = { height: last.height, hash: last.hash };
    if (left) emit({ type: 'bitcoin.reorg', forkHeight, height: last.height, hash: last.hash });
    const mined = new Set(blocks.flatMap(({ txids }) => txids));
    entries = new Map([...entries].filter(([txid]) => !mined.has(txid)));
    for (const block of blocks) {
      hashes.set(block.height, block.hash);
      emit({ type: 'bitcoin.block', ...block });
    }
  };
  const followMempool = async (): Promise<void> => {
    const before = entries;
    const now = await mempool.read();
    const left = [...before].filter(([txid, { isProducers }]) => !isProducers && !now.has(txid));
    // A new block may contain them, which the next poll reads.
    const later = left.length > 0 && (await bitcoin.tip()).hash !== tip.hash;
    entries = later ? new Map([...now, ...left]) : now;
    for (const [txid, { isProducers }] of now) if (!isProducers && !before.has(txid)) emit({ type: 'bitcoin.tx', txid });
    if (later) return;
    for (const [txid, { inputs }] of left) {
      const replacedBy = [...now].find(([, other]) => other.inputs.some((input) => inputs.includes(input)))?.[0];
      emit({ type: 'bitcoin.dropped', txid, reason: replacedBy === undefined ? 'conflict' : 'replaced', replacedBy });
    }
  };
  const poll = createPoll({
    async round() {
      const { hash } = await bitcoin.tip();
      if (hash !== tip.hash) await followBlocks(hash);
      await followMempool();
    },
    onRound,
    onFailure,
    pause,
  });

  return {
    tip: () => tip,
    waiting: () => [...entries].filter(([, { isProducers }]) => !isProducers).map(([txid]) => txid),
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
