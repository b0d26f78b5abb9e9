/** Returns a Markdown table with columns of equal width, as the formatter writes it. Bars in cells are escaped. @param rows the first is the head */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = (escaped[0] ?? []).map((_, column) => Math.max(3, ...escaped.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = escaped;
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}
