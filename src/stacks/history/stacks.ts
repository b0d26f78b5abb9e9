import { DevnetError, invalid } from '../../base/error.js';
import { with0x } from '../../base/hex.js';
import type { Deadline } from '../../base/wait.js';
import type { Engine } from '../engine/engine.js';
import type { UnknownOutcome } from '../engine/engine-event.js';
import { extendReceipt } from '../protocol/receipt/lazy-events.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';
import { type AnchoredReceipt, readReceipt, type StacksBlockRef, type StacksTxReceipt } from '../protocol/receipt/receipt.js';
import { hasReported, type TxLedger } from './ledger.js';
import type { StacksHistory } from './stacks-history.js';
import { createStacksLedger, type StacksLedger, type StacksLedgerState, type StacksPlace } from './stacks-ledger.js';
import { waitInLedger } from './wait-in-ledger.js';

/** Tracks Stacks transactions from mempool to block by an engine's events. */
export type StacksTracker = {
  /** Returns the receipt of a mined transaction. @param txid with or without 0x */
  receipt(txid: string): StacksTxReceipt | undefined;
  /** Returns the block of a transaction with a receipt, without decoding it. @param txid with or without 0x */
  blockOf(txid: string): StacksBlockRef | undefined;
  /**
   * Resolves when the transaction is in a block, aborted or not. The transaction may be sent later.
   * @throws DevnetError DROPPED, REPLACED, REJECTED, ROLLED_BACK, TIMEOUT, ABORTED, UNSUPPORTED if the nodes do not report its outcome
   */
  waitForTx(txid: string, deadline: Deadline): Promise<StacksTxReceipt>;
  /**
   * Resolves when `confirmations` Bitcoin blocks (default 1) are above the Bitcoin block of the transaction's tenure.
   * @throws DevnetError INVALID_INPUT, and as `waitForTx`
   */
  waitForAnchor(txid: string, options: Deadline & { confirmations?: number | undefined }): Promise<AnchoredReceipt>;
  /** Records that the node rejected a transaction. @param txid with or without 0x @returns whether that is new */
  rejected(txid: string, reason: string): boolean;
  readonly ledger: StacksLedger;
  /** Takes an event in that the other trackers have. */
  readonly follow: StacksLedger['follow'];
};

/** The height of the Bitcoin chain. */
type BitcoinHeight = Pick<TxLedger<{ block: { height: number } }>, 'height' | 'watch'>;

/**
 * @param closed fires, with an error as its reason, when the network ends
 * @param from the state of the network that this one is a copy of
 */
export function followStacks(
  engine: Pick<Engine, 'tips' | 'findStacks' | 'fork'>,
  history: StacksHistory,
  bitcoin: BitcoinHeight,
  closed: AbortSignal,
  from?: StacksLedgerState,
): StacksTracker {
  const ledger = createStacksLedger(engine, history, from);

  const place = (txid: string): { block: StacksBlockRef; outcome: { receipt(): StacksReceipt } } | undefined => {
    const state = ledger.state(normalizeTxid(txid));
    if (state.at !== 'block' || 'reason' in state.place.outcome) return undefined;
    return { block: state.place.block, outcome: state.place.outcome };
  };

  return {
    ledger,
    follow: ledger.follow,
    receipt(txid) {
      const found = place(txid);
      return found && readReceipt(found.outcome.receipt(), found.block);
    },
    rejected: (txid, reason) => ledger.rejected(normalizeTxid(txid), reason),
    blockOf: (txid) => place(txid)?.block,
    async waitForTx(txid, deadline) {
      const id = checkTxid(txid);
      if (!hasReported(ledger, id)) await askNode(ledger, engine, id);
      return waitInLedger({
        ...deadline,
        chain: 'Stacks',
        ledger,
        txid: id,
        what: 'to be in a block',
        arrived: ({ outcome, block }) => readOutcome(outcome, block),
        closed,
      });
    },
    waitForAnchor(txid, { confirmations = 1, ...deadline }) {
      const id = checkTxid(txid);
      if (!Number.isSafeInteger(confirmations) || confirmations < 1) {
        throw invalid('confirmations', 'a whole number of at least 1', confirmations);
      }
      return waitInLedger({
        ...deadline,
        chain: 'Stacks',
        ledger,
        txid: id,
        what: `to be under ${confirmations} Bitcoin block${confirmations === 1 ? '' : 's'}`,
        watch: bitcoin.watch,
        arrived({ outcome, block }) {
          const depth = bitcoin.height() + (engine.fork?.bitcoinOffset ?? 0) - block.burnHeight;
          return depth < confirmations ? undefined : extendReceipt(readOutcome(outcome, block), { confirmations: depth });
        },
        closed,
      });
    },
  };
}

async function askNode(ledger: TxLedger<StacksPlace>, engine: Pick<Engine, 'findStacks'>, txid: string): Promise<void> {
  const before = ledger.restores();
  const found = await engine.findStacks?.(txid);
  if (found === undefined || hasReported(ledger, txid) || ledger.restores() !== before) return;
  if (found.at === 'mempool') ledger.pending(txid);
  else if (found.block.height <= ledger.height()) ledger.mined(txid, { block: found.block, outcome: repeatable(found.outcome) });
}

function repeatable(outcome: StacksReceipt | UnknownOutcome): StacksPlace['outcome'] {
  return 'reason' in outcome ? outcome : { receipt: () => structuredClone(outcome) };
}

/** @throws DevnetError UNSUPPORTED for an unknown outcome */
function readOutcome(outcome: StacksPlace['outcome'], block: StacksBlockRef): StacksTxReceipt {
  if (!('reason' in outcome)) return readReceipt(outcome.receipt(), block);
  const { txid, reason, hint } = outcome;
  throw new DevnetError('UNSUPPORTED', `Stacks transaction ${txid} is in block ${block.height}, but its outcome is unknown: ${reason}`, {
    hint,
  });
}

function normalizeTxid(txid: string): string {
  return with0x(`${txid}`.toLowerCase());
}

function checkTxid(txid: string): string {
  const id = normalizeTxid(txid);
  if (!/^0x[0-9a-f]{64}$/.test(id)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  return id;
}
