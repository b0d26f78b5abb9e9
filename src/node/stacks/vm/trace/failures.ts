import type { FailureOrigin } from '../../../../chains/stacks/trace/types.js';
import { isError, isErrResponse, type Span, spanOf } from '../memory/evaluation.js';
import type { View } from '../memory/view.js';
import type { ContractOf } from './contract-names.js';
import type { OutlineOf } from './outlines.js';

/** An expression that gave an error or `(err …)`, and the one in it, or in the function that it called, that this came from. */
export type Failure = Span & { contract: string; depth: number; isError: boolean; cause: Failure | undefined };

/** The failures of an execution that nothing has handled so far. */
export type Failures = {
  readonly list: Failure[];
  /** Takes note of the end of an evaluation. */
  after(view: View, depth: number, context: number, expression: number, result: number): void;
};

export function createFailures(contractOf: ContractOf): Failures {
  const list: Failure[] = [];

  /** What has failed below a depth is handled, or the cause of a failure there. */
  function leave(depth: number): Failure | undefined {
    const cause = list.at(-1);
    if (cause === undefined || cause.depth <= depth) return undefined;
    for (let last = list.at(-1); last !== undefined && last.depth > depth; last = list.at(-1)) list.pop();
    return cause;
  }

  return {
    list,
    after(view, depth, context, expression, result) {
      const error = isError(view, result);
      if (!error && !isErrResponse(view, result)) {
        if (list.length > 0) leave(depth);
        return;
      }
      const cause = leave(depth);
      // Reads begin no execution of their own.
      if (depth === 1) list.length = 0;
      list.push({ ...spanOf(view, expression), contract: contractOf(view, context), depth, isError: error, cause });
    },
  };
}

/** The longest expression that an origin shows. */
const MAX_EXPRESSION = 200;

/** Finds where the outermost failure comes from. */
export function findOrigin(outermost: Failure, outlineOf: OutlineOf): FailureOrigin {
  const expressionOf = ({ contract, line, column }: Failure) => outlineOf(contract)?.expressionAt({ line, column }) ?? '';
  const functionOf = ({ contract, line, column }: Failure) => {
    const name = outlineOf(contract)?.formAt({ line, column })?.function?.name;
    return name === undefined ? contract : `${contract}:${name}`;
  };
  const stack = [functionOf(outermost)];
  let at = outermost;
  for (let { cause } = at; cause !== undefined && passesOn(at, cause, expressionOf(at), expressionOf(cause)); { cause } = at) {
    if (cause.contract !== at.contract || !isInside(cause, at)) stack.push(functionOf(cause));
    at = cause;
  }
  return { contract: at.contract, line: at.line, column: at.column, expression: shorten(expressionOf(at)), stack };
}

/** Whether an expression failed only because the one in it failed. */
function passesOn(at: Failure, cause: Failure, expression: string, inner: string): boolean {
  const [, head = ''] = /^\(\s*([^\s()]+)/.exec(expression) ?? [];
  if (cause.isError) return true;
  // `(try! name)` says more than the name.
  if (at.isError) return head === 'try!' && inner.startsWith('(');
  return head !== 'err';
}

/** Whether one expression is in another one of the same contract, rather than in a function that it calls. */
export function isInside(inner: Span, outer: Span): boolean {
  const beginsBefore = inner.line < outer.line || (inner.line === outer.line && inner.column < outer.column);
  const endsAfter = inner.endLine > outer.endLine || (inner.endLine === outer.endLine && inner.endColumn > outer.endColumn);
  return !beginsBefore && !endsAfter;
}

export function shorten(text: string, length = MAX_EXPRESSION): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
