/** Shows a line of a file as compilers do, with a caret below a column, which counts from 1. */
export function withCaret(line: string, column: number): string {
  const indent = line.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `  ${line.trimEnd()}\n  ${indent}^`;
}
