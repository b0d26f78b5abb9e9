/** Of a longer line, only the part around the column is shown. */
const LONGEST_LINE = 120;
const ELLIPSIS = '…';

/** Shows a line of a file as compilers do, with a caret below a column, which counts from 1. */
export function withCaret(line: string, column: number): string {
  const text = line.trimEnd();
  const start = text.length <= LONGEST_LINE ? 0 : Math.max(0, Math.min(column - 1 - LONGEST_LINE / 2, text.length - LONGEST_LINE));
  const end = start + LONGEST_LINE;
  const before = start > 0 ? ELLIPSIS : '';
  const indent = `${before}${text.slice(start, column - 1)}`.replace(/[^\t]/g, ' ');
  return `  ${before}${text.slice(start, end)}${end < text.length ? ELLIPSIS : ''}\n  ${indent}^`;
}
