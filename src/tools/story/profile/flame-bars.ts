import type { CostProfile, ProfileCost, ProfileNode } from '../../../clarity/trace.js';
import { COST_WORDS, profileLabel } from './label.js';

/** In pixels. */
const WIDTH = 1200;
/** A graph that is narrower cannot be read. */
const NARROWEST_GRAPH = 240;
const ROW = 18;
const MARGIN = 10;
/** The width of a character of the labels. */
const CHARACTER = 7;
/** Less of a source than this says nothing, in characters. */
const LEAST_SOURCE = 8;
/** Narrower bars are not drawn. */
const NARROWEST = 0.2;

/** A function or line in a flame graph. Lengths are in pixels. */
export type FlameBar = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** A colour of CSS: one hue for each contract; lines are lighter than functions. */
  fill: string;
  /** The part of the name that fits into the bar; empty if nothing does. */
  label: string;
  /** Name, source and costs, one a line. */
  about: string;
};

/**
 * Places one dimension of a profile: a bar for each function and line, as wide as its inclusive cost, above the bar of its caller.
 * @param available the width of the place that shows it, in pixels @default 1200
 */
export function flameBars(
  { root, lines }: CostProfile,
  dimension: keyof ProfileCost,
  available = WIDTH,
): { width: number; height: number; bars: FlameBar[] } {
  const graphWidth = Math.max(available, NARROWEST_GRAPH);
  const total = root?.inclusive[dimension] ?? 0;
  const height = 2 * MARGIN + ROW * (root === undefined ? 0 : depthOf(root, dimension));
  const sources = new Map(lines.map(({ contract, line, source }) => [`${contract}:${line}`, source]));
  const bars: FlameBar[] = [];
  const scale = (node: ProfileNode): number => (node.inclusive[dimension] / total) * (graphWidth - 2 * MARGIN);
  const place = (node: ProfileNode, x: number, level: number, caller: string | undefined): void => {
    const width = scale(node);
    if (!(width >= NARROWEST)) return;
    const { contract, line, function: fn = caller } = node;
    const source = line === undefined ? undefined : sources.get(`${contract}:${line}`);
    bars.push({
      x,
      y: height - MARGIN - ROW * (level + 1),
      width,
      height: ROW - 1,
      fill: colour(contract, line),
      label: labelOf(node, source, Math.floor((width - 6) / CHARACTER)),
      about: about({ ...node, function: fn }, source, dimension, total),
    });
    let left = x;
    for (const inner of node.nodes) {
      place(inner, left, level + 1, fn);
      left += scale(inner);
    }
  };
  if (root !== undefined && total > 0) place(root, MARGIN, 0, undefined);
  return { width: graphWidth, height, bars };
}

/**
 * Returns the name of a node in at most `fits` characters: without its contract if it is too long, and then cut. A line has its source
 * where there is room.
 */
function labelOf(node: ProfileNode, source: string | undefined, fits: number): string {
  const label = profileLabel(node);
  const withSource = source === undefined ? label : `${label} ${source}`;
  if (withSource.length <= fits) return withSource;
  if (source !== undefined && fits >= label.length + LEAST_SOURCE) return `${withSource.slice(0, fits - 1)}…`;
  if (label.length <= fits) return label;
  const short = node.line === undefined ? (node.function ?? label) : `:${node.line}`;
  if (short.length <= fits) return short;
  return fits < 3 || node.line !== undefined ? '' : `${short.slice(0, fits - 1)}…`;
}

function about(node: ProfileNode, source: string | undefined, dimension: keyof ProfileCost, total: number): string {
  const { contract, count, inclusive, exclusive, line, function: fn } = node;
  const share = ((inclusive[dimension] / total) * 100).toFixed(2);
  const name = line === undefined || fn === undefined ? profileLabel(node) : `${profileLabel(node)} in ${fn}`;
  const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
  const [all, own] = [inclusive[dimension], exclusive[dimension]].map((cost) => cost.toLocaleString('en'));
  const cost = `${all} ${COST_WORDS[dimension]} (${share} %), ${own} itself`;
  return [name, ...(source === undefined ? [] : [source]), `${cost}, ${times}`, contract].join('\n');
}

function colour(contract: string, line: number | undefined): string {
  let hash = 0;
  for (const character of contract) hash = (hash * 31 + character.charCodeAt(0)) % 360;
  return `hsl(${hash},70%,${line === undefined ? 68 : 82}%)`;
}

function depthOf({ nodes, inclusive }: ProfileNode, dimension: keyof ProfileCost): number {
  return inclusive[dimension] === 0 ? 0 : 1 + Math.max(0, ...nodes.map((node) => depthOf(node, dimension)));
}
