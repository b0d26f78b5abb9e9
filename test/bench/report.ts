import type { Figure } from './measure.js';

/** What `npm run bench -- --json FILE` writes. */
export type BenchResult = {
  machine: { node: string; platform: string; cores: number; cpu: string; load: number; date: string };
  figures: Figure[];
};

/** docs/performance.md, made from a run. */
export function performanceReport({ machine, figures }: BenchResult): string {
  const { node, platform, cores, cpu, load, date } = machine;
  const rows = figures.map(({ name, median, p95, runs, unit, goal }) =>
    runs === 1
      ? [name, `${text(median)} ${unit}`, '', goal === '' ? '' : `${goal} ${unit}`, '1']
      : [name, `${text(median)} ${unit}`, `${text(p95)} ${unit}`, goal === '' ? '' : `${goal} ${unit}`, `${runs}`],
  );
  return `# Performance

Figures of the embedded engine, measured by \`npm run bench\` and written here by \`npm run bench:docs\`; nothing on this page is typed by hand.

The run: ${date}, Node ${node.replace(/^v/, '')}, ${platform}, ${cores} cores${cpu === '' || cpu === 'unknown' ? '' : ` (${cpu})`}, load average ${load} when it began. A load average above ${cores} means that other
programs took part of the machine, and that every time is longer than the program alone would need.

${table([['what', 'median', '95th percentile', 'goal', 'runs'], ...rows])}

An empty Node program is what no start can be quicker than, and says how fast the machine was. "First ever" is with empty caches, "later" with the memory image that the first boot keeps. Payments and blocks are asked for over HTTP, one after another; the answer comes
when the coins are in a block, or when the Stacks node has followed. \`sendrawtransaction\` is sent over one connection, each once the one before is answered.
Compare ratios of two runs on one machine rather than times of two machines: \`npm run bench -- --json FILE\` keeps a run.
`;
}

function text(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

/** As the formatter of this repository lays tables out. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
