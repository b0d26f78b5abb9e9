import type { Comparison } from './compare.js';

/** Returns the rows of a Markdown table, with its head. */
export function comparisonTable({ a, b, rows }: Pick<Comparison, 'a' | 'b' | 'rows'>): string[][] {
  const head = ['what', a, b, `${b} / ${a}`, '95 % interval', `${a} / E`, `${b} / E`];
  return [head, ...rows.map((row) => [row.name, value(row.a, row.unit), value(row.b, row.unit), ...ratios(row)])];
}

function ratios({ ratio, low, high, aToEmpty, bToEmpty }: Comparison['rows'][number]): string[] {
  return [rounded(ratio), `${rounded(low)} – ${rounded(high)}`, ...[aToEmpty, bToEmpty].map((to) => to?.toFixed(1) ?? '')];
}

function rounded(ratio: number): string {
  return ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

function value(number: number, unit: string): string {
  const digits = number >= 100 ? 0 : number >= 10 ? 1 : 2;
  return `${number.toFixed(digits)}${unit.startsWith('/') ? unit : ` ${unit}`}`;
}

/** Returns Markdown of a table whose first row is its head, with padded columns, as the formatter of this repository writes it. */
export function markdown(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
