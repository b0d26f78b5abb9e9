import type { Growth, Point } from './curves.js';

const PANEL = { width: 240, height: 170, left: 52, top: 40, gap: 30 };
const BOTTOM = 56;
const COLOURS = { transactions: '#d9480f', blocks: '#1864ab' };
const PANELS: { title: string; value(point: Point): number }[] = [
  { title: 'send → confirmed, ms', value: ({ confirmMs }) => confirmMs },
  { title: 'restore, ms', value: ({ restoreMs }) => restoreMs },
  { title: 'resident memory, MiB', value: ({ memoryMiB }) => memoryMiB },
];

/** Draws what a network costs as it grows, as SVG: a panel for each figure, a line for each kind of growth. */
export function growthChart({ curves }: Pick<Growth, 'curves'>): string {
  const step = PANEL.left + PANEL.width + PANEL.gap;
  const [width, height] = [PANELS.length * step, PANEL.top + PANEL.height + BOTTOM];
  const panels = PANELS.map(({ title, value }, index) => group(index * step + PANEL.left, PANEL.top, panel(title, value, curves)));
  const legend = curves.map(({ of }, index) => group(PANEL.left + index * 130, height - 14, entry(of)));
  const font = 'font-family="system-ui, sans-serif" font-size="12" fill="#343a40"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${font}>
<title>Cost of a network as it grows</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...panels, ...legend].join('\n')}
</svg>
`;
}

function panel(title: string, value: (point: Point) => number, curves: Growth['curves']): string {
  const { width, height } = PANEL;
  const top = niceMaximum(Math.max(...curves.flatMap(({ points }) => points.map(value))));
  const counts = curves[0]?.points.map(({ count }) => count) ?? [];
  const x = (index: number): number => (counts.length === 1 ? width / 2 : (index * width) / (counts.length - 1));
  const y = (number: number): number => round(height - (number / top) * height);
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(top * share);
    return `<path d="M0 ${at}H${width}" stroke="#dee2e6"/>${text(-8, at + 4, String(top * share), 'end')}`;
  });
  const labels = counts.map((count, index) => text(round(x(index)), height + 18, count.toLocaleString('en-US'), 'middle'));
  const lines = curves.map(({ of, points }) => {
    const places = points.map((point, index) => [round(x(index)), y(value(point))] as const);
    const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${COLOURS[of]}"/>`);
    return `<polyline points="${places.join(' ')}" fill="none" stroke="${COLOURS[of]}" stroke-width="2"/>${dots.join('')}`;
  });
  return [text(0, -16, title, 'start'), ...grid, ...labels, ...lines].join('\n');
}

function entry(of: keyof typeof COLOURS): string {
  return `<path d="M0 -4H20" stroke="${COLOURS[of]}" stroke-width="2"/>${text(26, 0, of, 'start')}`;
}

function group(x: number, y: number, content: string): string {
  return `<g transform="translate(${x} ${y})">\n${content}\n</g>`;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}

/** Returns the next of 1, 2, 5, 10, 20, 50 … */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
