import type { FailurePlace } from '../../../clarity/trace.js';

/** Formats the origin of a failure for a sentence: `asserts! in ST….token:mint (line 5, column 5)`. */
export function formatFailurePlace({ contract, line, column, expression, stack }: FailurePlace): string {
  const head = headOf(expression);
  if (FUNCTION.test(head)) return `the definition of ${stack.at(-1) ?? contract} (line ${line}, column ${column})`;
  return `${head} in ${stack.at(-1) ?? contract} (line ${line}, column ${column})`;
}

const FUNCTION = /^define-(?:public|private|read-only)$/;

/** Returns the function of an expression, or the expression itself if it is a word. */
function headOf(expression: string): string {
  return /^\(\s*([^\s()]+)/.exec(expression)?.[1] ?? expression;
}
