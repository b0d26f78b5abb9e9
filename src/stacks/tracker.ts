import type { Engine, EngineEvent } from '../engines/engine.js';
import { invalid } from '../error.js';
import { createLedger, type Ledger } from '../ledger.js';
import type { StacksReceipt } from '../node/stacks/receipt.js';
import { waitInLedger } from '../tx-wait.js';
import type { WaitLimits } from '../wait.js';
import { type AnchoredReceipt, readReceipt, type StacksBlockRef, type StacksTxReceipt } from './receipt.js';

type Place = { block: StacksBlockRef; receipt: StacksReceipt };

/** Follows Stacks transactions from mempool to block by an engine's events. */
export type StacksTracker = {
  /** The receipt of a mined transaction. @param txid with or without 0x */
  receipt(txid: string): StacksTxReceipt | undefined;
  /**
   * Resolves when the transaction is in a block, aborted or not. One that nobody has seen yet is waited for.
   * @throws DevnetError DROPPED, REPLACED, ROLLED_BACK, TIMEOUT, ABORTED
   */
  waitForTx(txid: string, limits?: WaitLimits): Promise<StacksTxReceipt>;
  /**
   * Resolves when `confirmations` Bitcoin blocks (default 1) are on top of the one that the transaction's tenure belongs to.
   * @throws DevnetError INVALID_INPUT, and as `waitForTx`
   */
  waitForAnchor(txid: string, options?: WaitLimits & { confirmations?: number | undefined }): Promise<AnchoredReceipt>;
  readonly ledger: Ledger<Place>;
};

/** How far Bitcoin is. */
type BitcoinHeight = Pick<Ledger<{ block: { height: number } }>, 'height' | 'watch'>;

/** @param closed fires, with an error as its reason, when the network ends */
export function trackStacks(engine: Pick<Engine, 'subscribe' | 'tips'>, bitcoin: BitcoinHeight, closed: AbortSignal): StacksTracker {
  const ledger = createLedger<Place>(engine.tips().stacks.height);
  const unsubscribe = engine.subscribe((event) => follow(ledger, event));
  closed.addEventListener('abort', unsubscribe, { once: true });

  return {
    ledger,
    receipt(txid) {
      const state = ledger.state(normalizeTxid(txid));
      return state.at === 'block' ? readReceipt(state.place.receipt, state.place.block) : undefined;
    },
    waitForTx(txid, limits = {}) {
      const id = checkTxid(txid);
      return waitInLedger({
        ...limits,
        chain: 'Stacks',
        ledger,
        txid: id,
        what: 'to be in a block',
        arrived: ({ receipt, block }) => readReceipt(receipt, block),
        closed,
      });
    },
    waitForAnchor(txid, { confirmations = 1, ...limits } = {}) {
      const id = checkTxid(txid);
      if (!Number.isSafeInteger(confirmations) || confirmations < 1) {
        throw invalid('confirmations', 'a whole number of at least 1', confirmations);
      }
      return waitInLedger({
        ...limits,
        chain: 'Stacks',
        ledger,
        txid: id,
        what: `to be under ${confirmations} Bitcoin block${confirmations === 1 ? '' : 's'}`,
        watch: bitcoin.watch,
        arrived({ receipt, block }) {
          const depth = bitcoin.height() - block.burnHeight;
          return depth < confirmations ? undefined : { ...readReceipt(receipt, block), confirmations: depth };
        },
        closed,
      });
    },
  };
}

function follow(ledger: Ledger<Place>, event: EngineEvent): void {
  switch (event.type) {
    case 'stacks.tx':
      ledger.pending(event.txid);
      break;
    case 'stacks.dropped':
      ledger.dropped(event.txid, event.reason, event.replacedBy);
      break;
    case 'stacks.reorg':
      ledger.reorg(event.forkHeight);
      break;
    case 'stacks.block': {
      const block = { height: event.height, hash: event.hash, burnHeight: event.burnHeight };
      ledger.block(
        event.height,
        event.receipts.map((receipt) => [receipt.txid, { block, receipt }] as const),
      );
      break;
    }
    case 'restored':
      ledger.restore(event.id);
      break;
    default:
  }
}

function normalizeTxid(txid: string): string {
  const text = txid.toLowerCase();
  return text.startsWith('0x') ? text : `0x${text}`;
}

function checkTxid(txid: string): string {
  const id = normalizeTxid(txid);
  if (!/^0x[0-9a-f]{64}$/.test(id)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  return id;
}
