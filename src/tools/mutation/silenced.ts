import type { Comment, Span } from '../../clarity/syntax.js';
import type { ClarityExpression } from '../../clarity/vm.js';
import type { SourceText } from './source-text.js';

/** `;; mutate-ignore`, perhaps with a reason behind it. */
const MARK = /^;*\s*mutate-ignore(?![\w-])/;

/**
 * Returns whether a comment silences the changes of an expression: `;; mutate-ignore` behind code is about its line, and on a line of its
 * own about the next expression with all that is in it.
 */
export function silencedBy(
  comments: readonly Comment[],
  expressions: readonly ClarityExpression[],
  source: SourceText,
): (span: Span) => boolean {
  const lines = new Set<number>();
  const spans: Span[] = [];
  for (const { text, span } of comments) {
    if (!MARK.test(text)) continue;
    const before = source.line(span.startLine).slice(0, span.startColumn - 1);
    if (before.trim() !== '') lines.add(span.startLine);
    else spans.push(...nextExpression(expressions, span));
  }
  return (span) => lines.has(span.startLine) || spans.some((outer) => contains(outer, span));
}

/** Returns the place of the first expression after a comment: the outermost one of those that begin there. */
function nextExpression(expressions: readonly ClarityExpression[], comment: Span): Span[] {
  let next: Span | undefined;
  const look = (nodes: readonly ClarityExpression[]): void => {
    for (const node of nodes) {
      if (isBefore(comment, node.span) && (next === undefined || isBefore(node.span, next))) next = node.span;
      if (node.type === 'list') look(node.items);
    }
  };
  look(expressions);
  return next === undefined ? [] : [next];
}

function isBefore(a: Span, b: Span): boolean {
  return a.startLine < b.startLine || (a.startLine === b.startLine && a.startColumn < b.startColumn);
}

function contains(outer: Span, inner: Span): boolean {
  const isAfterEnd = inner.endLine > outer.endLine || (inner.endLine === outer.endLine && inner.endColumn > outer.endColumn);
  return !isBefore(inner, outer) && !isAfterEnd;
}
