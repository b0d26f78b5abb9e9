import type { Principal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { borrowedValue, isErrAt, isOkAt, readClarityValue, readContractId } from './clarity-value.js';
import { readTable } from './hash-table.js';
import type { View } from './view.js';

/*
 * The layout of what the VM passes to its hooks, for one build: an expression, the contract and the variables that it is evaluated with, and its result.
 */
const EXPRESSION = { kind: 0, atom: 1, items: 2, count: 3, span: 28, words: 44 };
const KIND = { atom: 1, list: 2 };
const CONTEXT = { contract: 27 };
const CONTRACT = { id: 74 };
/** A bucket of local variables: the name, from word 4 on the value. */
const VARIABLE = { bytes: 112, value: 4 };
/** Word 0 is 1 for an error: its kind follows, for an early return what kind of, and the value. */
const RESULT = { value: 4, error: 4, thrown: 6 };
const EARLY_RETURN = 3;

/** The part of a source that an expression takes, from its first to its last character. All count from 1. */
export type Span = { line: number; column: number; endLine: number; endColumn: number };

export function spanOf({ words }: View, expression: number): Span {
  const at = expression / 4 + EXPRESSION.span;
  const [line = 0, column = 0, endLine = 0, endColumn = 0] = words.subarray(at, at + 4);
  return { line, column, endLine, endColumn };
}

/** Returns a word of a list, such as its function at 0; undefined if there is another kind of expression. */
export function wordOf(view: View, expression: number, index: number): string | undefined {
  const at = expression / 4;
  if (view.words[at + EXPRESSION.kind] !== KIND.list || index >= (view.words[at + EXPRESSION.count] ?? 0)) return undefined;
  const item = (view.words[at + EXPRESSION.items] ?? 0) / 4 + index * EXPRESSION.words;
  return view.words[item + EXPRESSION.kind] === KIND.atom ? view.string(item + EXPRESSION.atom) : undefined;
}

/** Returns the address of the contract that a context belongs to. */
export function contractOfContext({ words }: View, context: number): number {
  return words[context / 4 + CONTEXT.contract] ?? 0;
}

/** Reads the identifier of the contract at an address. */
export function readContract(view: View, contract: number): Principal {
  return readContractId(view, contract / 4 + CONTRACT.id);
}

/** Reads local variables by name. */
export function readVariables(view: View, local: number): (name: string) => ClarityValue | undefined {
  const table = readTable(view, local, VARIABLE.bytes);
  return (name) => {
    const at = table.find((bucket) => view.equals(bucket, name));
    return at === undefined ? undefined : readClarityValue(view, at + VARIABLE.value);
  };
}

/** Whether an evaluation ended with an error, early returns included. */
export function isError({ words }: View, result: number): boolean {
  return words[result / 4] !== 0;
}

/** Whether an evaluation gave `(err …)`. */
export function isErrResponse(view: View, result: number): boolean {
  return isErrAt(view, borrowedValue(view, result / 4 + RESULT.value));
}

/** Whether an evaluation gave `(ok …)`. */
export function isOkResponse(view: View, result: number): boolean {
  return !isError(view, result) && isOkAt(view, borrowedValue(view, result / 4 + RESULT.value));
}

/** Reads the value of an evaluation, or the one that an early return ends the function with; undefined for other errors. */
export function readResult(view: View, result: number): ClarityValue | undefined {
  const at = result / 4;
  if (!isError(view, result)) return readClarityValue(view, borrowedValue(view, at + RESULT.value));
  return view.words[at + RESULT.error] === EARLY_RETURN ? readClarityValue(view, (view.words[at + RESULT.thrown] ?? 0) / 4) : undefined;
}
