import { FormatError, hex, list, object, pair, readJson, text, whole } from '../../base/storage.js';
import type { Engine } from '../engine/engine.js';
import type { EngineEvent, UnknownOutcome } from '../engine/engine-event.js';
import type { StacksReceipt } from '../protocol/receipt/node-receipt.js';
import type { StacksBlockRef } from '../protocol/receipt/receipt.js';
import type { BlockRecord } from './chain/records.js';
import type { TxLedger, TxState } from './ledger.js';
import type { SavedPart } from './saved-states.js';
import type { StacksHistory } from './stacks-history.js';
import type { SeenBy, TrackedEvent } from './tracked-event.js';

/** A mined transaction's block and outcome; `receipt` returns a new one each time. */
export type StacksPlace = { block: StacksBlockRef; outcome: { receipt(): StacksReceipt } | UnknownOutcome };

/** The state that the history does not have. */
export type StacksLedgerState = { height: number; answers: Answers };

/** Its bytes say which transactions the node rejected. Those of the history have the rest. */
export type StacksLedger = TxLedger<StacksPlace> &
  SavedPart & {
    copy(): StacksLedgerState;
    /** Takes an event in that the history has, which the ledger reads. */
    follow<Event extends EngineEvent & SeenBy<'bitcoin' | 'history'>>(event: Event): Event & TrackedEvent;
  };

/** The node's answers about transactions that no event reported. */
type Answers = { found: Map<string, StacksPlace>; pending: Set<string>; rejected: Map<string, string> };

/** What `write` writes. */
const STORED = object<{ height: number; rejected: [txid: string, reason: string][] }>({
  height: whole(),
  rejected: list(pair(hex(32, '0x'), text())),
});

const UNKNOWN = { at: 'unknown' } as const;

/**
 * Where each Stacks transaction is: as the history has it, and as the node answered where no event reported it.
 * @param from the state of the network that this one is a copy of
 */
export function createStacksLedger(
  engine: Pick<Engine, 'tips'>,
  { chain, mempool }: StacksHistory,
  from?: StacksLedgerState,
): StacksLedger {
  const listeners = new Set<() => void>();
  let height = from?.height ?? engine.tips().stacks.height;
  let restores = 0;
  let answers: Answers = from?.answers ?? noAnswers();

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const forget = (txid: string): void => {
    answers.found.delete(txid);
    answers.pending.delete(txid);
    answers.rejected.delete(txid);
  };
  const state = (txid: string): TxState<StacksPlace> => {
    const record = chain.transaction(txid);
    if (record !== undefined && chain.isCanonical(record.block)) return { at: 'block', place: placeIn(record.block, record) };
    const unclear = chain.unknownOutcome(txid);
    if (unclear !== undefined) return { at: 'block', place: placeIn(unclear.block, unclear.outcome) };
    const waiting = mempool.find(txid);
    if (waiting?.orphanOf !== undefined && record !== undefined) {
      return { at: 'orphaned', place: placeIn(waiting.orphanOf, record) };
    }
    if (waiting !== undefined || answers.pending.has(txid)) return { at: 'mempool' };
    const place = answers.found.get(txid);
    if (place !== undefined) return { at: 'block', place };
    const dropped = mempool.findDropped(txid);
    if (dropped !== undefined) {
      const { reason, detail, replacedBy } = dropped;
      return { at: 'dropped', reason: detail === undefined ? reason : `${reason}, ${detail}`, replacedBy };
    }
    const reason = answers.rejected.get(txid);
    return reason === undefined ? UNKNOWN : { at: 'rejected', reason };
  };
  const reject = (txid: string, reason: string): boolean => {
    const before = state(txid);
    if (before.at !== 'unknown' && (before.at !== 'rejected' || before.reason === reason)) return false;
    answers.rejected.set(txid, reason);
    changed();
    return true;
  };
  const copy = (): StacksLedgerState => ({ height, answers: copyOf(answers) });
  const returnTo = (then: StacksLedgerState) => (): void => {
    restores++;
    height = then.height;
    answers = copyOf(then.answers);
    changed();
  };
  const take = (event: EngineEvent): void => {
    switch (event.type) {
      case 'stacks.block':
        height = event.height;
        for (const { txid } of [...event.receipts, ...(event.unknownOutcomes ?? [])]) forget(txid);
        break;
      case 'stacks.reorg':
        height = event.forkHeight;
        for (const [txid, { block }] of answers.found) if (block.height > event.forkHeight) answers.found.delete(txid);
        break;
      case 'stacks.tx':
      case 'stacks.dropped':
        forget(event.txid);
        break;
      case 'stacks.rejected':
        reject(event.txid, event.reason);
        return;
      default:
        return;
    }
    changed();
  };

  return {
    state,
    isPending(txid) {
      const waiting = mempool.find(txid);
      if (waiting === undefined) return answers.pending.has(txid);
      return waiting.orphanOf === undefined || chain.transaction(txid) === undefined;
    },
    height: () => height,
    restores: () => restores,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pending(txid) {
      forget(txid);
      answers.pending.add(txid);
      changed();
    },
    mined(txid, place) {
      forget(txid);
      answers.found.set(txid, place);
      changed();
    },
    rejected: reject,
    copy,
    follow<Event extends EngineEvent & SeenBy<'bitcoin' | 'history'>>(event: Event) {
      take(event);
      return event as Event & TrackedEvent;
    },
    save: () => returnTo(copy()),
    reset: () => returnTo({ height, answers: noAnswers() })(),
    write: (part) => part.wholeBytes(Buffer.from(JSON.stringify({ height, rejected: [...answers.rejected] }))),
    load(bytes, tips) {
      const loaded = readJson(STORED, Buffer.from(bytes).toString());
      if (loaded.height !== tips.stacks.height) {
        throw new FormatError(`${tips.stacks.height}, the height of the chain`, `${loaded.height}`, ['height']);
      }
      return returnTo({ height: loaded.height, answers: { ...noAnswers(), rejected: new Map(loaded.rejected) } });
    },
  };
}

function placeIn({ height, hash, burnHeight }: BlockRecord, outcome: StacksPlace['outcome']): StacksPlace {
  return { block: { height, hash, burnHeight }, outcome };
}

function noAnswers(): Answers {
  return { found: new Map(), pending: new Set(), rejected: new Map() };
}

function copyOf({ found, pending, rejected }: Answers): Answers {
  return { found: new Map(found), pending: new Set(pending), rejected: new Map(rejected) };
}
