import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { type PackedReceipt, packReceipt } from '../../chains/stacks/receipt/packed-receipt.js';
import type { StacksTxReceipt } from '../../devnet/types.js';
import type { EngineEvent, UnknownOutcome } from '../../engines/engine-event.js';
import type { GatewayDevnet } from '../services.js';

/** A Stacks block as an engine reported it. */
type SeenBlock = Omit<Extract<EngineEvent, { type: 'stacks.block' }>, 'type' | 'receipts' | 'unknownOutcomes'>;

/** A transaction in the chain as it is now. */
export type MinedTx = { receipt: StacksReceipt; summary: StacksTxReceipt; block: SeenBlock; parent: SeenBlock | undefined };

/** The last known place of a transaction that is not in the chain. */
export type WaitingTx = {
  txid: string;
  /** Absent until it has been in a block or was requested. */
  rawTx: string | undefined;
  /** When it was first seen, in ms since 1970. */
  since: number;
  /** False after a restore or reorganisation: it may be in the mempool, or nowhere. */
  certain: boolean;
};

/** A block with its receipts. `parent` is the hash of the block reported before, if that is its parent. */
type RememberedBlock = { block: SeenBlock; receipts: readonly PackedReceipt[]; parent: string | undefined };

type DroppedTx = { reason: string; replacedBy: string | undefined };

/** The Stacks chain as events reported it: facts about transactions that the node's RPC does not have. */
export type StacksView = {
  mined(txid: string): MinedTx | undefined;
  /** Returns every remembered transaction of the present chain. */
  allMined(): Pick<MinedTx, 'receipt' | 'block'>[];
  dropped(txid: string): DroppedTx | undefined;
  /** Returns a mined transaction with an unknown outcome. */
  unknownOutcome(txid: string): UnknownOutcome | undefined;
  /** Returns all transactions that may be in the mempool. */
  waiting(): WaitingTx[];
  /** Returns when a pending transaction was first seen, in ms since 1970. */
  since(txid: string): number | undefined;
  /** Records whether the mempool has a transaction, and its bytes. */
  correct(txid: string, rawTx: string | undefined): void;
  close(): void;
};

/** The maximum of remembered transactions and of blocks; the oldest are dropped first. */
const LIMIT = 20_000;
/** The number of recent transactions that may be pending again after a restore or reorganisation. */
const RECENT = 1_000;

/** Follows a devnet's events. The devnet itself knows which transactions are in the chain, also after restores. */
export function createStacksView(devnet: Pick<GatewayDevnet, 'subscribe' | 'receipt' | 'blockOf'>): StacksView {
  const blocks = new Map<string, RememberedBlock>();
  let remembered = 0;
  const dropped = new Map<string, DroppedTx>();
  const unclear = new Map<string, UnknownOutcome>();
  const waiting = new Map<string, WaitingTx>();
  const recent = new Map<string, WaitingTx>();
  let tip: string | undefined;

  const forget = (hash: string): void => {
    remembered -= blocks.get(hash)?.receipts.length ?? 0;
    blocks.delete(hash);
  };
  const remember = (entry: RememberedBlock): void => {
    forget(entry.block.hash);
    blocks.set(entry.block.hash, entry);
    remembered += entry.receipts.length;
    for (const oldest of blocks.keys()) {
      if (remembered <= LIMIT && blocks.size <= LIMIT) return;
      forget(oldest);
    }
  };
  const leave = (txid: string, rawTx: string | undefined): void => {
    const entry = waiting.get(txid) ?? { txid, rawTx, since: Date.now(), certain: true };
    waiting.delete(txid);
    keep(recent, txid, { ...entry, rawTx: rawTx ?? entry.rawTx }, RECENT);
  };
  const goBack = (): void => {
    tip = undefined;
    for (const entry of waiting.values()) entry.certain = false;
    for (const [txid, entry] of recent) waiting.set(txid, { ...entry, certain: false });
    recent.clear();
    dropped.clear();
    unclear.clear();
  };

  const unsubscribe = devnet.subscribe((event) => {
    switch (event.type) {
      case 'stacks.tx':
        dropped.delete(event.txid);
        waiting.set(event.txid, { txid: event.txid, rawTx: recent.get(event.txid)?.rawTx, since: Date.now(), certain: true });
        return;
      case 'stacks.block': {
        const { type: _type, receipts, unknownOutcomes = [], ...block } = event;
        const follows = tip !== undefined && blocks.get(tip)?.block.height === block.height - 1;
        remember({ block, receipts: receipts.map(packReceipt), parent: follows ? tip : blocks.get(block.hash)?.parent });
        tip = block.hash;
        for (const entry of receipts) leave(entry.txid, entry.rawTx);
        for (const entry of unknownOutcomes) {
          keep(unclear, entry.txid, entry, RECENT);
          leave(entry.txid, entry.rawTx);
        }
        return;
      }
      case 'stacks.dropped':
        keep(dropped, event.txid, { reason: event.reason, replacedBy: event.replacedBy }, RECENT);
        leave(event.txid, undefined);
        return;
      case 'stacks.reorg':
        goBack();
        tip = event.hash;
        return;
      case 'restored':
        goBack();
        return;
      default:
    }
  });

  return {
    mined(txid) {
      const summary = devnet.receipt(txid);
      const found = summary && blocks.get(summary.block.hash);
      const receipt = found?.receipts.find((entry) => entry.txid === txid);
      if (summary === undefined || found === undefined || receipt === undefined) return undefined;
      return { receipt: receipt.unpack(), block: found.block, summary, parent: blocks.get(found.parent ?? '')?.block };
    },
    allMined: () =>
      [...blocks.values()].flatMap(({ block, receipts }) =>
        receipts.filter(({ txid }) => devnet.blockOf(txid)?.hash === block.hash).map((receipt) => ({ receipt: receipt.unpack(), block })),
      ),
    dropped: (txid) => dropped.get(txid),
    unknownOutcome: (txid) => unclear.get(txid),
    waiting: () => [...waiting.values()],
    since: (txid) => waiting.get(txid)?.since,
    correct(txid, rawTx) {
      if (rawTx === undefined) waiting.delete(txid);
      else waiting.set(txid, { txid, since: Date.now(), ...waiting.get(txid), rawTx, certain: true });
    },
    close: unsubscribe,
  };
}

function keep<T>(map: Map<string, T>, name: string, value: T, limit: number): void {
  map.delete(name);
  map.set(name, value);
  if (map.size <= limit) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
