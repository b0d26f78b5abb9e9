import type { UserFunction } from '../contract.js';
import type { Pace } from '../costs/tracker.js';
import { displayValue } from '../values/display.js';
import type { FunctionBreakpoint, MoveQuestion, StopReason, Watch } from './debugging.js';
import { evaluateIn, isUnevaluable } from './evaluate.js';
import type { WalkEvent, Walker, WalkFrame } from './walker.js';

/** Why an execution stops at an event. */
export type Match = { readonly reason: StopReason; readonly breakpoints: readonly number[]; readonly text?: string | undefined };

type Reached = { id: number; text?: string | undefined };

/** Returns why an execution stops at an event because of what is watched; undefined if it does not. */
export function matchWatch(event: WalkEvent, { frames }: Walker, watch: Watch, pace: Pace | undefined): Match | undefined {
  const frame = frames.at(-1);
  if (frame === undefined || event.type === 'return') return undefined;
  if (event.type === 'error') return watch.errors ? { reason: 'exception', breakpoints: [], text: event.text } : undefined;
  const contract = frame.contract.id.text;
  const lines = event.isLine ? watch.lines.filter((one) => one.line === frame.line && one.contract === contract) : [];
  const functions = event.isEntry ? watch.functions.filter((one) => isNamed(frame.fn, one)) : [];
  const reached = [...lines, ...functions].flatMap((one): Reached[] => {
    if (one.condition === undefined) return [{ id: one.id }];
    return evaluateCondition(one.condition, frame, pace).map((result) => ({ id: one.id, ...result }));
  });
  if (reached.length === 0) return undefined;
  const isLine = reached.some(({ id }) => lines.some((one) => one.id === id));
  return {
    reason: isLine ? 'breakpoint' : 'function breakpoint',
    breakpoints: reached.map(({ id }) => id),
    text: reached.find(({ text }) => text !== undefined)?.text,
  };
}

/** Returns whether a move ends at an event that nothing watches. */
export function matchMove(event: WalkEvent, { depth: now }: Walker, question: MoveQuestion): Match | undefined {
  const { move, isBackwards, depth, byExpression = false } = question;
  if (move === 'continue' || event.type === 'error') return undefined;
  if (event.type === 'return') {
    if (isBackwards || !(move === 'in' || now < depth)) return undefined;
    return { reason: 'step', breakpoints: [], text: `returned ${displayValue(event.value)}` };
  }
  const isStep = move !== 'out' && (event.isLine || byExpression) && (move === 'in' || now <= depth);
  return isStep ? { reason: 'step', breakpoints: [] } : undefined;
}

function isNamed(fn: UserFunction | undefined, { name }: FunctionBreakpoint): boolean {
  if (fn === undefined) return false;
  const { id } = fn.contract;
  const names = [fn.name, `${id.name}.${fn.name}`, `${id.text}.${fn.name}`];
  return names.includes(name.replace(':', '.').replace(/^'/, ''));
}

/** Returns nothing if the condition is false. One that cannot be evaluated stops, so that its author learns why. */
function evaluateCondition(condition: string, frame: WalkFrame, pace: Pace | undefined): { text?: string }[] {
  const value = evaluateIn(frame, condition, pace);
  if (isUnevaluable(value)) return [{ text: `The condition ${condition} failed: ${value.failed}` }];
  if (value.kind === 'bool') return value.value ? [{}] : [];
  return [{ text: `The condition ${condition} is ${displayValue(value)}. Expected a bool.` }];
}
