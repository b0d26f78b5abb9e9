import { niceMaximum } from '../growth/chart.js';
import { type Day, HOUR } from './day.js';

/** Days that are compared: a column of the picture. */
export type Comparison = { title: string; lines: { name: string; day: Day }[] };

const PANEL = { width: 250, height: 130, left: 52, top: 40, gap: 26, between: 62 };
const BOTTOM = 62;
const COLOURS = ['#d9480f', '#1864ab', '#2b8a3e', '#862e9c'];
/** A point of a line stands for so many ms. */
const STEP = HOUR / 2;
const STEPS = (24 * HOUR) / STEP;

/** Draws days as SVG: a column for each comparison, with the longest waits above the numbers of networks. */
export function poolDayChart(comparisons: readonly Comparison[]): string {
  const step = PANEL.left + PANEL.width + PANEL.gap;
  const second = PANEL.top + PANEL.height + PANEL.between;
  const [width, height] = [comparisons.length * step, second + PANEL.height + BOTTOM];
  const columns = comparisons.flatMap(({ title, lines }, index) => {
    const x = index * step + PANEL.left;
    const networks = lines.map(({ day }) => most(day));
    return [
      group(
        x,
        PANEL.top,
        panel(
          `${title}: longest wait, s`,
          lines.map(({ day }) => longestWaits(day)),
        ),
      ),
      group(x, second, panel('networks at once', networks)),
      ...lines.map(({ name }, line) => group(x + line * 76, height - 14, entry(name, COLOURS[line] ?? ''))),
    ];
  });
  const font = 'font-family="system-ui, sans-serif" font-size="12" fill="#343a40"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${font}>
<title>A day of 1,000 jobs on a pool</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${columns.join('\n')}
</svg>
`;
}

/** Returns the longest wait in seconds of the jobs that came in each half hour. */
export function longestWaits({ waits }: Pick<Day, 'waits'>): number[] {
  const longest = Array.from({ length: STEPS }, () => 0);
  for (const { at, ms } of waits) {
    const index = Math.min(STEPS - 1, Math.floor(at / STEP));
    longest[index] = Math.max(longest[index] ?? 0, ms / 1_000);
  }
  return longest;
}

/** Returns the largest number of networks in each half hour. */
export function most({ networks }: Pick<Day, 'networks'>): number[] {
  let [index, count] = [0, 0];
  return Array.from({ length: STEPS }, (_, step) => {
    let largest = count;
    for (let change = networks[index]; change !== undefined && change.at < (step + 1) * STEP; change = networks[++index]) {
      count = change.count;
      largest = Math.max(largest, count);
    }
    return largest;
  });
}

function panel(title: string, lines: readonly number[][]): string {
  const { width, height } = PANEL;
  const top = niceMaximum(Math.max(1, ...lines.flat()));
  const x = (index: number): number => round(((index + 0.5) * width) / STEPS);
  const y = (number: number): number => round(height - (number / top) * height);
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(top * share);
    return `<path d="M0 ${at}H${width}" stroke="#dee2e6"/>${text(-8, at + 4, (top * share).toLocaleString('en-US'), 'end')}`;
  });
  const hours = [0, 6, 12, 18, 24].map((hour) => text(round((hour * width) / 24), height + 18, `${hour}:00`, 'middle'));
  const drawn = lines.map(
    (values, line) =>
      `<polyline points="${values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}" fill="none" ` +
      `stroke="${COLOURS[line]}" stroke-width="1.5"/>`,
  );
  return [text(0, -16, title, 'start'), ...grid, ...hours, ...drawn].join('\n');
}

function entry(name: string, colour: string): string {
  return `<path d="M0 -4H14" stroke="${colour}" stroke-width="2"/>${text(18, 0, name, 'start')}`;
}

function group(x: number, y: number, content: string): string {
  return `<g transform="translate(${x} ${y})">\n${content}\n</g>`;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
