import type { FailureOrigin } from '../../../../chains/stacks/trace/types.js';
import type { History } from '../image/history.js';
import type { Operation } from '../machine/operation.js';
import { Panic } from '../machine/panic.js';
import { findOrigin, shorten } from './failures.js';
import type { Outline } from './outline.js';
import type { OutlineOf } from './outlines.js';
import type { Recorder } from './recorder.js';

/** Creates a reader of outlines from one of sources. */
export function outlineReader({ outline }: Pick<Recorder, 'outline'>, sourceOf: (contract: string) => string | undefined): OutlineOf {
  return (contract) => {
    const source = sourceOf(contract);
    return source === undefined ? undefined : outline(source);
  };
}

type Call = Extract<Operation, { type: 'call' }>;
type Deploy = Extract<Operation, { type: 'deploy' }>;

/** Finds the expression that made a call fail. If the function was not entered, for example because of its arguments, that is its definition. */
export function callOrigin({ failure }: Recorder, { contract, fn }: Call, outlineOf: OutlineOf): FailureOrigin | undefined {
  const found = failure();
  if (found !== undefined) return findOrigin(found, outlineOf);
  const outline = outlineOf(contract);
  const form = outline?.functionNamed(fn);
  return form && outline && originAt(outline, form, contract, [`${contract}:${fn}`]);
}

/** Expressions that fail, each with a different error. */
const MARKERS = [
  { expression: '(- u0 u1) ', error: 'ArithmeticUnderflow' },
  { expression: '(/ u1 u0) ', error: 'DivisionByZero' },
];

/**
 * Finds the expression at the top level that made a deploy fail at runtime. The VM reports no evaluations of a deploy, so this deploys the source again
 * with another failing expression, at several places: which of the two fails shows what comes first.
 */
export function deployOrigin(history: History, deploy: Deploy, message: string, outlineOf: OutlineOf): FailureOrigin | undefined {
  const contract = `${deploy.sender}.${deploy.name}`;
  const outline = outlineOf(contract);
  const marker = MARKERS.find(({ error }) => !message.includes(error));
  if (outline === undefined || marker === undefined) return undefined;
  const forms = outline.forms.filter((form) => form.function === undefined);
  const isReached = (offset: number): boolean => {
    const source = `${deploy.source.slice(0, offset)}${marker.expression}${deploy.source.slice(offset)}`;
    const outcome = history.attempt(
      () => history.run({ ...deploy, source }),
      () => true,
    );
    return !outcome.ok && outcome.message.includes(marker.error);
  };
  try {
    let [low, high] = [0, forms.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isReached(forms[middle]?.offset ?? 0)) low = middle;
      else high = middle - 1;
    }
    const form = forms[low];
    return form && isReached(form.offset) ? originAt(outline, form, contract, [contract]) : undefined;
  } catch (error) {
    if (error instanceof Panic) return undefined;
    throw error;
  }
}

/** Returns the origin at a position of a source, if there is an expression. */
export function originAt(
  outline: Outline,
  { line, column }: Pick<FailureOrigin, 'line' | 'column'>,
  contract: string,
  stack: string[],
): FailureOrigin | undefined {
  const expression = outline.expressionAt({ line, column });
  return expression === undefined ? undefined : { contract, line, column, expression: shorten(expression), stack };
}
