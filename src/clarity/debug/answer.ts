import type { Pace } from '../costs/tracker.js';
import type { Tracer } from '../execution/observation.js';
import type { Expression, Span } from '../syntax/expression.js';
import type { FailurePlace } from '../trace/types.js';
import type { DebugAnswer, DebugFrame, DebugQuestion, DebugStop, LookQuestion, MoveQuestion } from './debugging.js';
import { lookAt } from './look.js';
import { type Match, matchMove, matchWatch } from './match.js';
import { Walker, type WalkFrame } from './walker.js';

/** How an execution ended, in words, and where it failed if it did. */
export type Ended = { readonly text: string; readonly hasFailed: boolean; readonly origin?: FailurePlace | undefined };

/** Executes everything anew, in the same state. @throws what the tracer throws */
export type Execute = (tracer: Tracer) => Ended;

/** Ends an execution that has come to its event. No contract can catch it. */
class Arrived extends Error {
  override readonly name = 'Arrived';
}

type Found = Match & { readonly at: number };

/** Answers a question about an execution. @throws what `pace` throws */
export function answerDebugger(question: DebugQuestion, execute: Execute, pace?: Pace): DebugAnswer {
  if (question.type === 'look') return look(question, execute, pace);
  const found = find(question, execute, pace);
  return stopAt(found, execute);
}

/** Executes up to an event, or to the end. @param then reads the execution at that place */
function walkTo<T>(at: number, execute: Execute, then: (walker: Walker, ended?: Ended) => T): T {
  let result: { value: T } | undefined;
  const walker = new Walker((_, { number }) => {
    if (number !== at) return;
    result = { value: then(walker) };
    throw new Arrived();
  });
  const ended = untilArrival(() => execute(walker));
  return ended === undefined && result !== undefined ? result.value : then(walker, ended);
}

function untilArrival(execute: () => Ended): Ended | undefined {
  try {
    return execute();
  } catch (error) {
    if (error instanceof Arrived) return undefined;
    throw error;
  }
}

function look(question: LookQuestion, execute: Execute, pace: Pace | undefined): DebugAnswer {
  return walkTo(question.at, execute, ({ frames }) => {
    const frame = frames.at(-1 - question.frame);
    return frame === undefined ? { type: 'failed', message: 'There is no code here.' } : lookAt(frame, question, pace);
  });
}

function stopAt({ at, reason, breakpoints, text }: Found, execute: Execute): DebugStop {
  return walkTo(at, execute, ({ number, depth, frames }, ended) => {
    const shown = frames.map(show).reverse();
    if (ended === undefined) return { type: 'stop', at, depth, reason, breakpoints, text, frames: shown };
    return { type: 'stop', at: number + 1, depth: 1, reason: 'end', breakpoints: [], text: ended.text, frames: shown };
  });
}

function find(question: MoveQuestion, execute: Execute, pace: Pace | undefined): Found {
  const { from, move, isBackwards, watch } = question;
  /** When each expression began last: for the one that makes the execution fail. */
  const begun = new Map<Expression, { at: number; contract: string }>();
  let lastError: number | undefined;
  let best: Found | undefined;
  const walker = new Walker((event, { number: at }) => {
    if (watch.failures && event.type === 'begin') {
      begun.set(event.spot.expression, { at, contract: event.spot.contract.id.text });
    }
    if (event.type === 'error') lastError = at;
    const mayStop = isBackwards ? at < from : at > from && best === undefined;
    const match = mayStop ? (matchWatch(event, walker, watch, pace) ?? matchMove(event, walker, question)) : undefined;
    if (match !== undefined) best = { ...match, at };
    // The failure is known at the end.
    if (watch.failures) return;
    if (isBackwards ? at >= from : best !== undefined) throw new Arrived();
  });
  const ended = untilArrival(() => execute(walker));
  const failedAt = ended?.hasFailed && watch.failures ? (placeOf(ended, begun) ?? lastError) : undefined;
  if (failedAt !== undefined && isBetween(failedAt, question, best)) {
    return { at: failedAt, reason: 'exception', breakpoints: [], text: ended?.text };
  }
  if (best !== undefined) return from === 0 && move === 'in' && best.reason === 'step' ? { ...best, reason: 'entry' } : best;
  return { at: isBackwards ? 1 : Number.POSITIVE_INFINITY, reason: 'entry', breakpoints: [] };
}

function isBetween(at: number, { from, isBackwards }: MoveQuestion, best: Found | undefined): boolean {
  return isBackwards ? at < from && at >= (best?.at ?? 0) : at > from && at <= (best?.at ?? Number.POSITIVE_INFINITY);
}

function placeOf({ origin }: Ended, begun: ReadonlyMap<Expression, { at: number; contract: string }>): number | undefined {
  if (origin === undefined) return undefined;
  let last: number | undefined;
  for (const [{ span }, { at, contract }] of begun) {
    if (contract !== origin.contract || span.startLine !== origin.line || span.startColumn !== origin.column) continue;
    // Of a tuple in braces and what is in it, the first one is meant.
    last ??= at;
  }
  return last;
}

function show({ contract, fn, active, last }: WalkFrame): DebugFrame {
  const span: Span = (active.at(-1) ?? last)?.expression.span ?? fn?.span ?? { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
  const { startLine: line, startColumn: column, endLine, endColumn } = span;
  return { contract: contract.id.text, function: fn?.name, line, column, endLine, endColumn };
}
