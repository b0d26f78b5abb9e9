import type { Contract } from '../../../../clarity/contract.js';
import type { ContractCoverage } from '../../../contract-coverage.js';
import { type Counts, HitCounter, type Hits } from './hits.js';
import { type Outline, outlineContract } from './outline.js';
import { tally } from './tally.js';

/** What was executed of a contract. The counts of branches and functions are by their place in the outline. */
type Entry = { contract: Contract; outline: Outline; lines: Counts; branches: Counts; functions: Counts };

/** Records which code of contracts is executed. What a reorganisation or a restore undoes still counts. */
export class Coverage {
  readonly #entries = new Map<string, Entry>();
  readonly #counter = new HitCounter();

  readonly instrument = this.#counter.instrument;

  /** Records what an execution evaluates, unless it throws: then it will be repeated. */
  record<T>(run: () => T): T {
    const { result, hits } = this.#counter.record(run);
    this.add(hits);
    return result;
  }

  /** Adds what an execution evaluated. */
  add(hits: Hits): void {
    for (const [contract, counts] of hits) this.#add(contract, counts);
  }

  /** Lists a contract, even if nothing of it is evaluated. */
  deployed(contract: Contract): void {
    this.#entry(contract);
  }

  report(): ContractCoverage[] {
    return [...this.#entries.values()].map(show);
  }

  #add(contract: Contract, counts: Counts): void {
    const { outline, ...entry } = this.#entry(contract);
    const { lines, branches, functions } = tally(outline, counts);
    for (const [line, hits] of lines) increase(entry.lines, line, hits);
    for (const [place, hits] of branches) increase(entry.branches, place, hits);
    for (const place of functions) increase(entry.functions, place, 1);
  }

  #entry(contract: Contract): Entry {
    const key = `${contract.id.text} ${Buffer.from(contract.hash).toString('hex')}`;
    const entry = this.#entries.get(key) ?? {
      contract,
      outline: outlineContract(contract.expressions),
      lines: new Map(),
      branches: new Map(),
      functions: new Map(),
    };
    this.#entries.set(key, entry);
    return entry;
  }
}

function increase(counts: Counts, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function show({ contract, outline, lines, branches, functions }: Entry): ContractCoverage {
  const executed = outline.functions.filter((_, place) => functions.has(place));
  // The first line of a function has its name, which is not evaluated. It counts if the function was executed.
  const isBegun = (line: number): boolean => executed.some(({ first }) => first === line);
  return {
    contract: contract.id.text,
    source: contract.source,
    functions: outline.functions.map(({ name, first }, place) => ({ name, line: first, hits: functions.get(place) ?? 0 })),
    lines: outline.lines.map(({ line }) => ({ line, hits: lines.get(line) ?? (isBegun(line) ? 1 : 0) })),
    branches: outline.branches.map(({ line, block, branch }, place) => ({ line, block, branch, hits: branches.get(place) ?? 0 })),
  };
}
