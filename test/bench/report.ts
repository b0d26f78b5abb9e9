import type { Figure } from './measure.js';

/** What `npm run bench -- --json FILE` writes. */
export type BenchResult = {
  machine: { node: string; platform: string; cores: number; cpu: string; load: number; date: string };
  figures: Figure[];
};

/** Returns docs/performance.md, generated from a run. */
export function performanceReport({ machine, figures }: BenchResult): string {
  const { node, platform, cores, cpu, load, date } = machine;
  const rows = figures.map(({ name, median, p95, runs, unit, goal }) =>
    runs === 1
      ? [name, `${text(median)} ${unit}`, '', goal === '' ? '' : `${goal} ${unit}`, '1']
      : [name, `${text(median)} ${unit}`, `${text(p95)} ${unit}`, goal === '' ? '' : `${goal} ${unit}`, `${runs}`],
  );
  return `# Performance

Figures of the embedded engine. \`npm run bench\` measures them, and \`npm run bench:docs\` generates this page.

The run: ${date}, Node ${node.replace(/^v/, '')}, ${platform}, ${cores} cores${cpu === '' || cpu === 'unknown' ? '' : ` (${cpu})`}, load average ${load} at its start. A load average above ${cores} means that other
programs used part of the machine, so every time is longer than on an idle one.

${table([['what', 'median', '95th percentile', 'goal', 'runs'], ...rows])}

An empty Node program shows how fast the machine was: no start can be quicker. "First ever" has empty caches, "later" the memory image that the first boot stores. Payments and blocks are requested over HTTP in sequence; the answer comes
when the coins are in a block, or when the Stacks node has caught up. \`sendrawtransaction\` uses one connection, one call after the other.
Compare ratios of two runs on one machine rather than times of two machines: \`npm run bench -- --json FILE\` stores a run.
`;
}

function text(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

/** Pads columns, as the formatter of this repository does. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
