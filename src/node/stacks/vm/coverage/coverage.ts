import { createHash } from 'node:crypto';
import type { Contracts } from '../execution/contracts.js';
import type { Counter, Hits } from './counter.js';
import { type Outline, outlineContract, type SyntaxTree } from './outline.js';
import { type Execution, tally } from './tally.js';

/** The outline of a contract and its source, with the digest of that. */
export type ContractOutline = Outline & { contract: string; digest: string; source: string };

/** Finds out which code of the deployed contracts is executed. */
export type Coverage = {
  /** Runs something, and returns what it executed of each contract. */
  record<T>(run: () => T): { result: T; executed: Execution[] };
  /** Returns what the deploy of a contract executed, functions that it called aside. */
  deployed(contract: string): Execution[];
  /** Returns the outline of a contract: of the deployed one, or of one with this digest that was deployed once. */
  outline(contract: string, digest?: string): ContractOutline | undefined;
};

/** The VM reports no expressions of a deploy, so that each line counts once. */
export function deployment({ contract, digest, deployed }: ContractOutline): Execution {
  return { contract, digest, lines: deployed.map((line) => [line, 1]), branches: [], functions: [] };
}

/** @param syntaxTree of a deployed contract; undefined if the VM has none */
export function createCoverage(
  counter: Counter,
  contracts: () => Contracts,
  syntaxTree: (contract: string) => SyntaxTree | undefined,
): Coverage {
  const outlines = new Map<string, ContractOutline | undefined>();

  function outline(contract: string, wanted?: string): ContractOutline | undefined {
    const source = contracts().get(contract)?.source;
    const digest = wanted ?? (source === undefined ? '' : createHash('sha256').update(source).digest('hex'));
    const key = `${contract} ${digest}`;
    if (!outlines.has(key) && source !== undefined) {
      const tree = syntaxTree(contract);
      outlines.set(key, tree && { ...outlineContract(tree), contract, digest, source });
    }
    return outlines.get(key);
  }

  function executions(hits: Hits): Execution[] {
    return [...hits].flatMap(([contract, counts]) => {
      const found = outline(contract);
      return found === undefined ? [] : [{ contract, digest: found.digest, ...tally(found, counts) }];
    });
  }

  return {
    outline,
    deployed(contract) {
      const found = outline(contract);
      return found === undefined ? [] : [deployment(found)];
    },
    record(run) {
      const { result, hits } = counter.record(run);
      return { result, executed: executions(hits) };
    },
  };
}
