import type { CostTracker } from '../costs/tracker.js';
import type { ClarityVersion } from '../version.js';
import { type Definition, DependencyProbe, definedAtom } from './dependencies.js';
import type { Node } from './node.js';
import { ParseFailure, parseMessage } from './parse-failure.js';

/** For each top-level expression, the indexes of those that it mentions. */
type Graph = readonly (readonly number[])[];

/**
 * Returns top-level expressions such that definitions come before what mentions them, else in the order of the
 * source (clarity/src/vm/ast/definition_sorter/mod.rs).
 * @throws ParseFailure CircularReference
 * @throws CostFailure
 */
export function sortDefinitions(nodes: readonly Node[], version: ClarityVersion, costs: CostTracker): Node[] {
  const definitions = new Map<string, Definition>();
  nodes.forEach((node, index) => {
    const atom = definedAtom(node);
    if (atom !== undefined) definitions.set(atom.name, { index, atom });
  });
  const probe = new DependencyProbe(definitions, version);
  const graph = nodes.map((node) => probe.dependenciesOf(node));
  const mentions = graph.reduce((sum, { length }) => sum + length, 0);
  costs.charge('AstCycleDetection', mentions);
  const order = sortGraph(graph);
  checkCycles(graph, order, nodes);
  return order.map((index) => nodes[index] as Node);
}

/** Depth first, without recursion: chains of definitions can be long. */
function sortGraph(graph: Graph): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(graph.length);
  // The complement of an index stands for the moment after all that it depends on.
  const stack: number[] = [];
  for (let start = 0; start < graph.length; start++) {
    stack.push(start);
    while (stack.length > 0) {
      const index = stack.pop() as number;
      if (index < 0) {
        order.push(~index);
        continue;
      }
      if (seen[index] === 1) continue;
      seen[index] = 1;
      stack.push(~index);
      const targets = graph[index] as readonly number[];
      for (let at = targets.length - 1; at >= 0; at--) if (seen[targets[at] as number] === 0) stack.push(targets[at] as number);
    }
  }
  return order;
}

/** What uses a cycle is reported, too. What defines no name is not. */
function checkCycles(graph: Graph, order: readonly number[], nodes: readonly Node[]): void {
  const isFree = new Uint8Array(graph.length);
  for (const index of order) {
    let free = 0;
    const targets = graph[index] as readonly number[];
    for (const target of targets) {
      if ((graph[target] as readonly number[]).length > 0 && isFree[target] === 0) continue;
      isFree[target] = 1;
      free++;
    }
    if (free === targets.length) isFree[index] = 1;
  }
  if (isFree.every((free) => free === 1)) return;
  const atoms = nodes.filter((_, index) => isFree[index] === 0).flatMap((node) => definedAtom(node) ?? []);
  const names = atoms.map(({ name }) => name).sort();
  throw new ParseFailure('CircularReference', parseMessage('CircularReference', [names]), atoms[0]?.span);
}
