import type { CostProfile, ProfileCost, ProfileNode } from '../../chains/stacks/trace/profile.js';
import { profileLabel } from './label.js';

/** In pixels. */
const WIDTH = 1200;
const ROW = 18;
const MARGIN = 10;
const TITLE = 34;
/** The width of a character of the labels. */
const CHARACTER = 7;
/** What is narrower is not drawn. */
const NARROWEST = 0.2;

/**
 * Draws one dimension of a profile as an SVG document: a bar for each function and line, as wide as its inclusive cost, above what called
 * it.
 * A pointer over a bar shows its costs.
 * @param name the title
 */
export function flameGraph({ root, cost }: CostProfile, name: string, dimension: keyof ProfileCost): string {
  const total = root?.inclusive[dimension] ?? 0;
  const height = TITLE + MARGIN + ROW * (root === undefined ? 0 : depthOf(root, dimension));
  const bars: string[] = [];
  const draw = (node: ProfileNode, x: number, level: number): void => {
    const width = (node.inclusive[dimension] / total) * (WIDTH - 2 * MARGIN);
    if (!(width >= NARROWEST)) return;
    bars.push(bar(node, { x, y: height - MARGIN - ROW * (level + 1), width, dimension, total }));
    let left = x;
    for (const inner of node.nodes) {
      draw(inner, left, level + 1);
      left += (inner.inclusive[dimension] / total) * (WIDTH - 2 * MARGIN);
    }
  };
  if (root !== undefined && total > 0) draw(root, MARGIN, 0);
  const title = `${name}: ${dimension} ${cost[dimension].toLocaleString('en')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    '<style>text{font:12px ui-monospace,monospace}rect{stroke:#fff;stroke-width:.5}g:hover rect{stroke:#000}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="20" font-weight="bold">${escapeXml(title)}</text>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

type Bar = { x: number; y: number; width: number; dimension: keyof ProfileCost; total: number };

function bar(node: ProfileNode, { x, y, width, dimension, total }: Bar): string {
  const { inclusive, exclusive, contract, line, count } = node;
  const label = profileLabel(node);
  const share = ((inclusive[dimension] / total) * 100).toFixed(2);
  const about = `${contract} ${label}: ${inclusive[dimension]} ${dimension} (${share} %), ${exclusive[dimension]} itself, ${count} times`;
  const fits = Math.floor((width - 6) / CHARACTER);
  const text = label.length <= fits ? label : `${label.slice(0, fits - 1)}…`;
  const shown = fits < 3 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 13}">${escapeXml(text)}</text>`;
  const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" rx="2" fill="${colour(contract, line)}"/>`;
  return `<g><title>${escapeXml(about)}</title>${rect}${shown}</g>`;
}

/** One hue for each contract; lines are lighter than functions. */
function colour(contract: string, line: number | undefined): string {
  let hash = 0;
  for (const character of contract) hash = (hash * 31 + character.charCodeAt(0)) % 360;
  return `hsl(${hash},70%,${line === undefined ? 68 : 82}%)`;
}

function depthOf({ nodes, inclusive }: ProfileNode, dimension: keyof ProfileCost): number {
  return inclusive[dimension] === 0 ? 0 : 1 + Math.max(0, ...nodes.map((node) => depthOf(node, dimension)));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
