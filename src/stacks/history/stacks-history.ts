import { once } from '../../base/async.js';
import { RecordLog } from '../../base/storage.js';
import { mapInTurns } from '../../base/turns.js';
import type { Engine } from '../engine/engine.js';
import type { EngineEvent, StacksBlockEvent } from '../engine/engine-event.js';
import type { BlockPayouts } from '../engine/payouts.js';
import { type BlockKeys, Chain, keysOf } from './chain/chain.js';
import { Mempool, type MempoolState, secondsNow } from './chain/mempool.js';
import { PendingTransaction } from './chain/pending-transaction.js';
import { type BlockBytes, BlockRecord, hashIn } from './chain/records.js';
import type { Lookup } from './lookup/lookup.js';
import type { SavedPart } from './saved-states.js';
import { type LoadedHistory, readHistory, writeHistory } from './state-file.js';
import type { SeenBy } from './tracked-event.js';

/** What happened on Stacks, from an engine's events: all blocks and the mempool, through reorganisations and restores. */
export type StacksHistory = SavedPart & {
  readonly chain: Chain;
  readonly mempool: Mempool;
  /** Whether the history begins with the genesis block, so that sums over it are balances. */
  isComplete(): boolean;
  /** Returns the lists and sums over the chain. The first call reads the blocks from before the network was ready. */
  lookup(): Promise<Lookup>;
  /** Returns what the Bitcoin blocks of the kept part of the chain pay to stackers, ascending; nothing if the nodes do not report it. */
  payouts(): readonly BlockPayouts[];
  /** Takes an event in. */
  follow<Event extends EngineEvent>(event: Event): Event & SeenBy<'history'>;
  /** Returns the present state, for the history of a copy of the network. Both share the blocks, which never change. */
  copy(): HistoryState;
  /** Resolves when the blocks from before the network was ready are there, too. */
  complete(): Promise<void>;
  /** Only after `complete`. */
  load: SavedPart['load'];
};

export type HistoryState = { chain: Chain; mempool: MempoolState; past: () => Promise<Past> };

/** What a network began with; its copies share it. */
type Past = {
  /** Block 0, if block 1 shows its transactions. */
  genesis: BlockRecord | undefined;
  /** Ascending. */
  blocks: readonly BlockRecord[];
};

/** The number of transactions after which the lists are built in the background. Otherwise the first request for a list waits for all. */
const MANY = 2_000;

/**
 * @param keep how many Stacks blocks are kept; undefined for all
 * @param from the state of the network that this one is a copy of
 */
export function createStacksHistory(engine: Pick<Engine, 'tips' | 'past' | 'payouts'>, keep?: number, from?: HistoryState): StacksHistory {
  const chain = from?.chain ?? new Chain();
  const log = new RecordLog();
  const mempool = new Mempool();
  mempool.restore(from?.mempool);
  /** Blocks up to here are read when they are needed. */
  const start = engine.tips().stacks.height;
  let mempoolFollows = true;
  chain.listen({
    entered(block) {
      if (mempoolFollows) mempool.entered(block);
    },
    left(block) {
      if (mempoolFollows) mempool.left(block);
    },
  });

  const returnTo = (change: () => void, then: MempoolState | undefined) => (): void => {
    // The mempool is replaced as a whole.
    mempoolFollows = false;
    change();
    mempoolFollows = true;
    mempool.restore(then);
  };
  let known: Past | undefined;
  /** Returns to the blocks from before the network was ready. A reorganisation below them, or a state file, may have replaced some. */
  const leaveAll = (): void => {
    chain.leaveAbove(start);
    const last = known?.blocks.at(-1);
    // As long as they are not read, every block of the chain came later.
    if (known === undefined || last === undefined) chain.leaveAbove(-1);
    else if (!chain.switchTo(last)) {
      for (const block of known.blocks) if (chain.find(block.hash) === undefined) chain.remember(block, keysOf(block));
      chain.replace(known.blocks, known.genesis);
    }
  };
  const take = (event: EngineEvent): void => {
    switch (event.type) {
      case 'stacks.block': {
        const block = new BlockRecord(event, log);
        chain.push(block);
        indexLater(block.count);
        break;
      }
      case 'stacks.reorg':
        chain.leaveAbove(event.forkHeight);
        break;
      case 'stacks.tx': {
        const { txid, rawTx } = event;
        mempool.add(new PendingTransaction({ txid, rawTx, since: secondsNow(), height: chain.tip?.height ?? 0 }));
        break;
      }
      case 'stacks.dropped':
        mempool.drop(event.txid, event);
        break;
      default:
    }
  };

  const past = from?.past ?? once(async () => readPast((await engine.past?.()) ?? [], log));
  const complete = once(async () => {
    known = await past();
    const { genesis, blocks } = known;
    const first = chain.first?.height ?? Number.POSITIVE_INFINITY;
    if (chain.genesis !== undefined) return;
    if (genesis !== undefined) chain.setGenesis(genesis);
    chain.prepend(blocks.filter(({ height }) => height < first));
  });
  let found: Lookup | undefined;
  const look = () =>
    once(async () => {
      const [{ Lookup, rememberOutcomes }, { blocks }] = await Promise.all([import('./lookup/lookup.js'), past(), complete()]);
      await rememberOutcomes(blocks);
      found = await Lookup.of(chain);
      // From here on the sums hold what the forgotten blocks did.
      if (keep !== undefined) chain.limit(keep);
      return found;
    });
  let looked = look();
  const lookup = () => looked();
  /** Before the chain becomes another one: to follow that block by block would leave others no turn. One that is being made does so. */
  const lookAnew = (): void => {
    if (found === undefined) return;
    found.close();
    found = undefined;
    chain.limit(Number.POSITIVE_INFINITY);
    looked = look();
  };
  /** Builds the lists in the background. A request for a list reports a failure. */
  const index = (): void => void lookup().catch(() => undefined);
  let unindexed = 0;
  /** Counts transactions, and builds the lists once there are many. */
  const indexLater = (transactions: number): void => {
    if (found !== undefined) return;
    unindexed += transactions;
    if (unindexed < MANY) return;
    unindexed = 0;
    index();
  };
  // Nothing is forgotten before.
  if (keep !== undefined) index();

  return {
    chain,
    mempool,
    isComplete: () => chain.first?.height === (chain.genesis === undefined ? 0 : 1),
    lookup,
    payouts() {
      const all = engine.payouts?.() ?? [];
      const first = keep === undefined ? 0 : (chain.first?.burnHeight ?? 0);
      return all.filter(({ height }) => height >= first);
    },
    follow<Event extends EngineEvent>(event: Event) {
      take(event);
      return event as Event & SeenBy<'history'>;
    },
    save() {
      const { tip } = chain;
      return returnTo(() => {
        if (tip !== undefined && chain.switchTo(tip)) return;
        leaveAll();
        // Its branch begins where a deep reorganisation has put other blocks.
        if (tip !== undefined) chain.switchTo(tip);
      }, mempool.state());
    },
    reset: returnTo(leaveAll, undefined),
    copy: () => ({ chain: chain.copy(), mempool: mempool.state(), past }),
    complete,
    write: (part) => writeHistory(part, chain, mempool.state()),
    async load(bytes, { stacks }) {
      const { genesis, blocks, mempool: loaded }: LoadedHistory = await readHistory(bytes, stacks.hash);
      const keys = new Map<BlockRecord, BlockKeys>();
      const recordOf = (block: BlockBytes): BlockRecord => {
        const record = chain.find(hashIn(block)) ?? new BlockRecord(block, log);
        keys.set(record, keysOf(record, block.facts));
        return record;
      };
      const records = await mapInTurns(blocks, recordOf);
      const zero = genesis && recordOf(genesis);
      return returnTo(() => {
        for (const [record, own] of keys) chain.remember(record, own);
        lookAnew();
        chain.replace(records, zero);
        if (keep !== undefined) index();
        else indexLater(records.reduce((sum, { count }) => sum + count, 0));
      }, loaded);
    },
  };
}

/** @param events ascending */
function readPast(events: readonly StacksBlockEvent[], log: RecordLog): Past {
  const [zero, one, ...later] = events;
  if (zero?.height !== 0 || one === undefined) return { genesis: undefined, blocks: events.map((event) => new BlockRecord(event, log)) };
  return {
    genesis: new BlockRecord({ ...zero, receipts: [] }, log),
    blocks: [new BlockRecord(one, log, zero.receipts), ...later.map((event) => new BlockRecord(event, log))],
  };
}
