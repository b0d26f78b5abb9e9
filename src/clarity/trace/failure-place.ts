import type { UserFunction } from '../contract.js';
import type { Place } from '../execution/observation.js';
import type { Span } from '../syntax/expression.js';
import type { FailurePlace } from './types.js';

/** The longest expression that the place of a failure shows. */
const MAX_EXPRESSION = 200;

/** Returns where a transaction failed, as its receipt shows it. */
export function failurePlace({ contract, expression, stack }: Place): FailurePlace {
  return placeOf(contract, expression.span, stack.length === 0 ? [contract.id.text] : stack.map(nameOf));
}

/** The same for a call of a function that was not entered, for example because of its arguments. */
export function definitionPlace(fn: UserFunction): FailurePlace {
  return placeOf(fn.contract, fn.span, [nameOf(fn)]);
}

/** The same for a source that is no contract. */
export function placeInSource(contract: string, source: string, span: Span): FailurePlace {
  return placeOf({ id: { text: contract }, source }, span, [contract]);
}

function placeOf({ id, source }: { id: { text: string }; source: string }, span: Span, stack: string[]): FailurePlace {
  return { contract: id.text, line: span.startLine, column: span.startColumn, expression: textOf(source, span), stack };
}

function nameOf({ contract, name }: UserFunction): string {
  return `${contract.id.text}:${name}`;
}

/** Strings, which may have semicolons, and comments. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|;[^\n]*/g;

/** Returns the source of an expression on one line, without comments. */
function textOf(source: string, { startLine, startColumn, endLine, endColumn }: Span): string {
  const lines = source.split('\n').slice(startLine - 1, endLine);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, endColumn);
  lines[0] = (lines[0] ?? '').slice(startColumn - 1);
  const code = lines.join('\n').replace(STRING_OR_COMMENT, (part) => (part.startsWith(';') ? '' : part));
  const text = code
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .join(' ');
  return text.length <= MAX_EXPRESSION ? text : `${text.slice(0, MAX_EXPRESSION)}…`;
}
