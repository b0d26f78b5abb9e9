import type { ContractUses, Use } from '../../clarity/uses.js';
import { neededUses, readUses } from '../../clarity/uses.js';
import { offsetsIn } from './offset-at.js';

/** A contract that a source names. */
export type Reference = {
  /** `ST….name`, whatever the source writes. */
  contract: string;
  /** Where its name is in the source. */
  offset: number;
  /**
   * Whether the contract must exist before the source is deployed. Otherwise it is named as a principal, which any other contract may
   * be, too.
   */
  isNeeded: boolean;
};

/** The contracts of a project and its requirements, and what their sources name. */
export type References = {
  /** @param contract `ST….name` */
  add(contract: string, source: string): void;
  /**
   * Returns the contracts that the source of a contract names, each once, in the order of the source. One that it passes to a function is
   * needed if the function takes a trait, which the source of the function says: it may be added later.
   */
  of(contract: string): Reference[];
};

export function createReferences(): References {
  const added = new Map<string, { source: string; uses: ContractUses }>();
  return {
    add(contract, source) {
      added.set(contract, { source, uses: readUses(source, contract.slice(0, contract.indexOf('.'))) });
    },
    of(contract) {
      const found = added.get(contract);
      if (found === undefined) return [];
      const { source, uses } = found;
      const offsetOf = offsetsIn(source);
      const needed = neededUses(uses, (other) => added.get(other)?.uses);
      const first = new Map<string, Omit<Reference, 'offset'> & Pick<Use, 'node'>>();
      // A contract that is needed somewhere comes first.
      for (const [list, isNeeded] of [
        [needed, true],
        [uses.named, false],
      ] as const) {
        for (const { contract: named, node } of list) if (!first.has(named)) first.set(named, { contract: named, node, isNeeded });
      }
      return [...first.values()]
        .map(({ node, ...reference }) => ({ ...reference, offset: offsetOf(node.startLine, node.startColumn) }))
        .toSorted((a, b) => a.offset - b.offset);
    },
  };
}
