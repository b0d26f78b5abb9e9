import {
  type ApiContext,
  contexts,
  showBlock,
  showLock,
  showNftEvent,
  showPending,
  showTotals,
  showTransaction,
  showTransfers,
  stxTotals,
  stxTotalsAt,
} from '../../stacks/api.js';
import type { StacksClient } from '../../stacks/client.js';
import type { BlockRecord, DroppedTransaction, Mempool, PendingTransaction } from '../../stacks/history.js';
import { type Outcome, outcomeOf, participants, stateEvents } from '../../stacks/history.js';
import type { GatewayDevnet } from '../gateway-devnet.js';
import type { Topic } from './topics.js';

/** A subscriber. */
type Subscriber = {
  wants(topic: Topic): boolean;
  /** @param subject what the topic is about: an address, an asset, or an asset and its value */
  send(topic: Topic, subject: readonly string[], update: object): void;
};

export type Updates = {
  /** @returns the function that ends it */
  add(subscriber: Subscriber): () => void;
  close(): void;
};

export type UpdateServices = {
  devnet: Pick<GatewayDevnet, 'subscribe' | 'history'>;
  node: StacksClient;
  version: string;
  onWarning?: ((message: string) => void) | undefined;
};

/** Converts events of the Stacks chain to updates in the shapes of the API, in order, and only for topics with subscribers. */
export function createUpdates({ devnet, node, version, onWarning }: UpdateServices): Updates {
  const { history } = devnet;
  const subscribers = new Set<Subscriber>();
  const contextOf = contexts({ history, node, version });
  let work = Promise.resolve();

  const wanted = (topic: Topic): boolean => [...subscribers].some((subscriber) => subscriber.wants(topic));
  const send = (topic: Topic, subject: readonly string[], update: object): void => {
    for (const subscriber of [...subscribers]) if (subscriber.wants(topic)) subscriber.send(topic, subject, update);
  };
  const tellTransactions = async (context: ApiContext, outcomes: readonly Outcome[], taken: Taken): Promise<void> => {
    for (const { record } of outcomes) {
      const pending = wanted('mempool') ? taken.get(record.txid) : undefined;
      // The API shows a transaction that has left the mempool once more, as it was there.
      if (pending !== undefined) send('mempool', [], await showPending(context, pending));
      const topic = `transaction:${record.txid}`;
      if (wanted(topic)) send(topic, [], await showTransaction(context, record));
    }
  };
  /** The newest transaction first, then the balance after all of them. */
  const tellAddress = async (context: ApiContext, block: BlockRecord, address: string, outcomes: readonly Outcome[]): Promise<void> => {
    for (const outcome of [...outcomes].reverse()) {
      if (!wanted(`address-transaction:${address}`) || !participants(outcome).has(address)) continue;
      const { stx_sent, stx_received, stx_transfers } = showTransfers(outcome, address);
      const tx = await showTransaction(context, outcome.record);
      send(`address-transaction:${address}`, [address], { tx, stx_sent, stx_received, stx_transfers });
    }
    const topic = `address-stx-balance:${address}`;
    if (!wanted(topic)) return;
    // Sums of the tip are at hand; those of an earlier block are counted again.
    const isTip = block === history.chain.tip || !history.isComplete();
    const totals = isTip ? await stxTotals(context, address) : stxTotalsAt(context, address, block);
    send(topic, [address], { ...showTotals(totals), ...showLock(context, address, block) });
  };
  const tellTokens = ({ record, events }: Outcome): void => {
    for (const [index, event] of events.others()) {
      if (event.kind !== 'nft') continue;
      const { asset, value } = event;
      const update = showNftEvent(event, index, record);
      send('nft-event', [], update);
      send(`nft-asset-event:${asset}+${value}`, [asset, value], update);
      send(`nft-collection-event:${asset}`, [asset], update);
    }
  };
  /** In the order of the API: the block, its transactions, whom they concern, and tokens. */
  const tellBlock = async (block: BlockRecord, taken: Taken): Promise<void> => {
    const context = await contextOf();
    if (wanted('block')) send('block', [], showBlock(context, block));
    const outcomes = block.transactions.flatMap((record) => outcomeOf(record) ?? []);
    await tellTransactions(context, outcomes, taken);
    for (const address of new Set(outcomes.flatMap(concerned))) await tellAddress(context, block, address, outcomes);
    for (const outcome of outcomes) tellTokens(outcome);
  };
  const tellUnmined = async (unmined: Unmined): Promise<void> => {
    const topics = ['mempool', `transaction:${unmined.pending.txid}`].filter(wanted);
    if (topics.length === 0) return;
    const shown = await showPending(await contextOf(), unmined.pending, {}, unmined.dropped);
    for (const topic of topics) send(topic, [], shown);
  };
  const unsubscribe = devnet.subscribe((event) => {
    if (subscribers.size === 0) return;
    // Read now: when its turn comes, a pending transaction may be in a block.
    const block = event.type === 'stacks.block' ? history.chain.find(event.hash) : undefined;
    const { taken } = history.mempool;
    const unmined = event.type === 'stacks.tx' || event.type === 'stacks.dropped' ? findUnmined(history.mempool, event.txid) : undefined;
    if (block === undefined && unmined === undefined) return;
    work = work
      .then(async () => {
        if (block !== undefined) await tellBlock(block, taken);
        if (unmined !== undefined) await tellUnmined(unmined);
      })
      .catch((error) => onWarning?.(`an update could not be sent: ${error}`));
  });

  return {
    add(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    close: unsubscribe,
  };
}

/** What a block took out of the mempool. */
type Taken = Mempool['taken'];
/** A transaction that is in no block, and why if it was dropped. */
type Unmined = { pending: PendingTransaction; dropped?: DroppedTransaction };

function findUnmined(mempool: Mempool, txid: string): Unmined | undefined {
  const pending = mempool.find(txid);
  if (pending !== undefined) return { pending };
  const dropped = mempool.findDropped(txid);
  return dropped?.pending && { pending: dropped.pending, dropped };
}

/** Whose transactions or balance a transaction changes. */
function concerned(outcome: Outcome): string[] {
  return [...participants(outcome), ...stateEvents(outcome.events).flatMap((event) => (event.kind === 'lock' ? [event.address] : []))];
}
