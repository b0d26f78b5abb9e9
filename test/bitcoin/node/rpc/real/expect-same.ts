import { expect } from 'vitest';
import type { Case } from './case.js';
import type { RpcClient } from './client.js';
import { compareReplies } from './compare.js';
import type { Deliberate } from './differences.js';

type Comparison = { embedded: RpcClient; real: RpcClient; deliberate: readonly Deliberate[]; met: Set<Deliberate> };

/** Puts cases to both nodes, one after the other. Fails on the differences that are not deliberate, and adds the others to `met`. */
export async function expectSameReplies(cases: Case[], { embedded, real, deliberate, met }: Comparison): Promise<void> {
  const unexplained: unknown[] = [];
  for (const given of cases) {
    const [ours, theirs] = await Promise.all([embedded, real].map(({ send }) => send(given.body, given.options)));
    if (ours === undefined || theirs === undefined) throw new RangeError('two nodes');
    for (const difference of compareReplies(ours, theirs, given.depth ?? 'values')) {
      const explanations = deliberate.filter(({ covers }) => covers(given, difference));
      for (const explanation of explanations) met.add(explanation);
      if (explanations.length === 0) unexplained.push({ title: given.title, ...difference });
    }
  }
  expect(unexplained).toEqual([]);
}
