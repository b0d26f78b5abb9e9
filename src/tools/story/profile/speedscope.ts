import type { CostProfile, ProfileCost, ProfileNode } from '../../../clarity/trace.js';
import { profileLabel } from './label.js';

type Frame = { name: string; file: string; line?: number };

/**
 * Returns a profile as a file of speedscope (https://www.speedscope.app/file-format-schema.json), with one profile for each dimension.
 * @param name the title @param dimensions the first one is shown first
 */
export function speedscopeFile({ root }: CostProfile, name: string, dimensions: readonly (keyof ProfileCost)[]): object {
  const frames: Frame[] = [];
  const places = new Map<string, number>();
  const stacks: { sample: number[]; exclusive: ProfileCost }[] = [];
  const add = (node: ProfileNode, below: readonly number[]): void => {
    const sample = [...below, placeOf(node, frames, places)];
    stacks.push({ sample, exclusive: node.exclusive });
    for (const inner of node.nodes) add(inner, sample);
  };
  if (root !== undefined) add(root, []);
  const profiles = dimensions.map((dimension) => {
    const spent = stacks.filter(({ exclusive }) => exclusive[dimension] > 0);
    return {
      type: 'sampled',
      name: dimension,
      unit: dimension.endsWith('Length') ? 'bytes' : 'none',
      startValue: 0,
      endValue: root?.inclusive[dimension] ?? 0,
      samples: spent.map(({ sample }) => sample),
      weights: spent.map(({ exclusive }) => exclusive[dimension]),
    };
  });
  return { $schema: 'https://www.speedscope.app/file-format-schema.json', name, shared: { frames }, profiles, activeProfileIndex: 0 };
}

function placeOf(node: ProfileNode, frames: Frame[], places: Map<string, number>): number {
  const { contract, line } = node;
  const key = `${contract} ${profileLabel(node)}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, frames.length);
  return frames.push({ name: profileLabel(node), file: contract, ...(line !== undefined && { line }) }) - 1;
}
