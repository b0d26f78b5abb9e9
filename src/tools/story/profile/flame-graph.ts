import type { CostProfile, ProfileCost } from '../../../clarity/trace.js';
import { type FlameBar, flameBars } from './flame-bars.js';

/** The height of the title in pixels. */
const TITLE = 24;

/**
 * Draws a flame graph as an SVG document. A pointer over a bar shows its name and costs.
 * @param name the title
 */
export function flameGraph(profile: CostProfile, name: string, dimension: keyof ProfileCost): string {
  const { width, height, bars } = flameBars(profile, dimension);
  const full = height + TITLE;
  const title = `${name}: ${dimension} ${profile.cost[dimension].toLocaleString('en')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${full}" viewBox="0 0 ${width} ${full}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    '<style>text{font:12px ui-monospace,monospace}rect{stroke:#fff;stroke-width:.5}g.bar:hover rect{stroke:#000}</style>',
    `<rect width="${width}" height="${full}" fill="#fff"/>`,
    `<text x="10" y="20" font-weight="bold">${escapeXml(title)}</text>`,
    `<g transform="translate(0 ${TITLE})">`,
    ...bars.map(element),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function element({ x, y, width, height, fill, label, about }: FlameBar): string {
  const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="2" fill="${fill}"/>`;
  const text = label === '' ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 13}">${escapeXml(label)}</text>`;
  return `<g class="bar"><title>${escapeXml(about)}</title>${rect}${text}</g>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
