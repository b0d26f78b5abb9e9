/** A contract to put into order. */
export type Node<T> = {
  id: string;
  /** Nodes with a lower rank come first. */
  rank: number;
  /** The ids that must come first. */
  needed: readonly string[];
  /** The ids that come first if possible. */
  preferred: readonly string[];
  contract: T;
};

/** Nodes in order, or the ids of a cycle: each needs the next one, the last one needs the first. */
export type Order<T> = { sorted: Node<T>[] } | { cycle: string[] };

/** Puts contracts into the order of their deployment: by rank and dependencies, else by id. Ids that no node has are ignored. */
export function orderContracts<T>(nodes: readonly Node<T>[]): Order<T> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = new Map(nodes.map(({ id, needed }) => [id, needed.filter((other) => byId.has(other))]));
  addPreferred(nodes, byId, edges);
  const sorted: Node<T>[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];

  /** @returns the ids of a cycle */
  const visit = (id: string): string[] | undefined => {
    const node = byId.get(id);
    if (node === undefined || state.get(id) === 'done') return undefined;
    if (state.get(id) === 'open') return trail.slice(trail.indexOf(id));
    state.set(id, 'open');
    trail.push(id);
    for (const other of (edges.get(id) ?? []).toSorted()) {
      const cycle = visit(other);
      if (cycle !== undefined) return cycle;
    }
    trail.pop();
    state.set(id, 'done');
    sorted.push(node);
    return undefined;
  };

  for (const { id } of nodes.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))) {
    const cycle = visit(id);
    if (cycle !== undefined) return { cycle };
  }
  return { sorted };
}

/** Adds an edge for each preferred id that makes no cycle and does not come later by its rank. */
function addPreferred<T>(nodes: readonly Node<T>[], byId: ReadonlyMap<string, Node<T>>, edges: Map<string, string[]>): void {
  for (const { id, rank, preferred } of nodes) {
    for (const other of preferred) {
      const target = byId.get(other);
      if (target === undefined || target.rank > rank || reaches(other, id, edges)) continue;
      edges.set(id, [...(edges.get(id) ?? []), other]);
    }
  }
}

function reaches(from: string, to: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(edges.get(id) ?? []));
  }
  return false;
}
