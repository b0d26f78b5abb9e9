import type { ContractCoverage } from '../../chains/stacks/contract-coverage.js';
import { type ContractOutline, deployment } from './vm/coverage/coverage.js';
import type { Execution } from './vm/coverage/tally.js';
import type { Vm } from './vm/types.js';

type OutlineVm = Pick<Vm, 'contractOutline'>;
type Counts = Map<number, number>;
/** What was executed of one source of a contract. The counts of branches and functions are by their place in the outline. */
type Entry = { outline: Promise<ContractOutline | undefined>; lines: Counts; branches: Counts; functions: Counts };

/** Sums up which code of contracts was executed. What a reorganisation or a restore undoes still counts. */
export type CoverageCollector = {
  /** @param vm that executed it */
  add(vm: OutlineVm, executed: readonly Execution[]): void;
  /** @param known contracts of genesis */
  report(vm: OutlineVm, known: readonly string[]): Promise<ContractCoverage[]>;
};

export function createCoverageCollector(): CoverageCollector {
  const entries = new Map<string, Entry>();
  /** The contracts of genesis whose deploy is counted. */
  const deployed = new Set<string>();

  const entryOf = (contract: string, digest: string, outline: () => Promise<ContractOutline | undefined>): Entry => {
    const key = `${contract} ${digest}`;
    let entry = entries.get(key);
    if (entry === undefined) {
      // Asked for at once: a VM that crashes later has lost it.
      entry = { outline: outline().catch(() => undefined), lines: new Map(), branches: new Map(), functions: new Map() };
      entries.set(key, entry);
    }
    return entry;
  };

  const add: CoverageCollector['add'] = (vm, executed) => {
    for (const { contract, digest, lines, branches, functions } of executed) {
      const entry = entryOf(contract, digest, () => vm.contractOutline(contract, digest));
      for (const [line, hits] of lines) increase(entry.lines, line, hits);
      for (const [place, hits] of branches) increase(entry.branches, place, hits);
      for (const place of functions) increase(entry.functions, place, 1);
    }
  };

  return {
    add,
    async report(vm, known) {
      for (const contract of known.filter((one) => !deployed.has(one))) {
        const outline = await vm.contractOutline(contract);
        if (outline === undefined) continue;
        deployed.add(contract);
        add(vm, [deployment(outline)]);
      }
      const found = await Promise.all([...entries.values()].map(async (entry) => show(entry, await entry.outline)));
      return found.flatMap((coverage) => coverage ?? []);
    },
  };
}

function increase(counts: Counts, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function show({ lines, branches, functions }: Entry, outline: ContractOutline | undefined): ContractCoverage | undefined {
  if (outline === undefined) return undefined;
  const executed = outline.functions.filter((_, place) => functions.has(place));
  // The first line of a function has its name, which is not evaluated. It counts if the function was executed.
  const isBegun = (line: number): boolean => executed.some(({ first }) => first === line);
  return {
    contract: outline.contract,
    source: outline.source,
    functions: outline.functions.map(({ name, first }, place) => ({ name, line: first, hits: functions.get(place) ?? 0 })),
    lines: outline.lines.map(({ line }) => ({ line, hits: lines.get(line) ?? (isBegun(line) ? 1 : 0) })),
    branches: outline.branches.map(({ line, block, branch }, place) => ({ line, block, branch, hits: branches.get(place) ?? 0 })),
  };
}
