import { repr } from '../../../../chains/stacks/codec/value/repr.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import type { CallTrace, TraceCall, TraceEvent } from '../../../../chains/stacks/trace/types.js';
import { contractOfContext, isError, isOkResponse, readResult, readVariables, type Span, spanOf, wordOf } from '../memory/evaluation.js';
import type { View } from '../memory/view.js';
import type { ContractOf } from './contract-names.js';
import { isInside, shorten } from './failures.js';
import type { OutlineOf } from './outlines.js';

/** Records the calls of one execution. */
export type Calls = {
  before(view: View, context: number, local: number, expression: number): void;
  after(view: View, result: number): void;
  result(): CallTrace;
};

/** An expression that is being evaluated. */
type Frame = Span & {
  /** The address of the contract in the VM. */
  source: number;
  contract: string;
  /** The function, if this is a list. */
  head: string | undefined;
  /** The call whose function has the expression in it. */
  call: TraceCall;
  /** Whether this is the body of the function. */
  isBody: boolean;
  /** The arguments so far, if the expression makes an event. */
  args: string[] | undefined;
};

const MAX_CALLS = 10_000;
const MAX_VALUE = 2_000;
const EVENT = /^(?:print|stx-(?:transfer|transfer-memo|burn)\?|[fn]t-(?:transfer|mint|burn)\?)$/;

export function createCalls(outlineOf: OutlineOf, contractOf: ContractOf): Calls {
  const frames: Frame[] = [];
  let root: TraceCall | undefined;
  let count = 0;

  /** Begins a call, whose function's body is an expression. */
  function begin(view: View, contract: string, span: Span, local: number, parent: Frame | undefined): TraceCall {
    const outline = outlineOf(contract);
    const form = outline?.formAt(span);
    // A deploy evaluates many expressions.
    if (parent === undefined && root !== undefined && form?.function === undefined) return root;
    const { line, column } = parent ?? form ?? span;
    const variable = form?.function && readVariables(view, local);
    const call: TraceCall = {
      contract,
      ...(form?.function && { function: form.function.name }),
      args: (form?.function?.parameters ?? []).map((name) => write(variable?.(name))),
      result: undefined,
      events: [],
      at: { contract: parent?.contract ?? contract, line, column },
      calls: [],
    };
    root ??= call;
    if (++count <= MAX_CALLS) parent?.call.calls.push(call);
    return call;
  }

  return {
    before(view, context, local, expression) {
      const parent = frames.at(-1);
      const span = spanOf(view, expression);
      const source = contractOfContext(view, context);
      const contract = parent?.source === source ? parent.contract : contractOf(view, context);
      const isBody = parent === undefined || parent.contract !== contract || !isInside(span, parent);
      const call = isBody ? begin(view, contract, span, local, parent) : parent.call;
      const head = wordOf(view, expression, 0);
      const isEvent = head !== undefined && EVENT.test(head);
      // The name of a token is not evaluated.
      const token = isEvent && !/^(?:print|stx-)/.test(head) ? [wordOf(view, expression, 1) ?? ''] : [];
      frames.push({ ...span, source, contract, head, call, isBody, args: isEvent ? token : undefined });
    },
    after(view, result) {
      const frame = frames.pop();
      if (frame === undefined) return;
      const { call, isBody, head, args, contract, line, column } = frame;
      const parent = frames.at(-1);
      const isArgument = !isBody && parent?.args !== undefined;
      const value = isBody || isArgument ? readResult(view, result) : undefined;
      if (isArgument) parent.args?.push(write(value));
      if (isBody && call.function !== undefined && value !== undefined) call.result = write(value);
      const isDone = args !== undefined && (head === 'print' ? !isError(view, result) : isOkResponse(view, result));
      if (isDone) call.events.push({ type: head ?? '', args, at: { contract, line, column } } satisfies TraceEvent);
    },
    result: () => ({ ...(root && { call: root }), ...(count > MAX_CALLS && { truncated: true }) }),
  };
}

function write(value: ClarityValue | undefined): string {
  return value === undefined ? '?' : shorten(repr(value), MAX_VALUE);
}
