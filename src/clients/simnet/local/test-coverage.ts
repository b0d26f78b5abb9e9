import type { Contract } from '../../../clarity/contract.js';
import type { ContractCoverage } from '../../../stacks/contract-coverage.js';
import { Coverage, HitCounter } from '../../../stacks/node.js';

/** Records which code of contracts each test executes. */
export class TestCoverage {
  readonly #counter = new HitCounter();
  #tests = new Map<string, Coverage>();
  #current = new Coverage();

  readonly instrument = this.#counter.instrument;

  constructor() {
    this.begin('');
  }

  /** What follows is of this test. */
  begin(test: string): void {
    this.#current = this.#tests.get(test) ?? new Coverage();
    this.#tests.set(test, this.#current);
  }

  /** Records what an execution evaluates; a failed call counts, too. */
  record<T>(run: () => T): T {
    let failure: { error: unknown } | undefined;
    const { result, hits } = this.#counter.record(() => {
      try {
        return run();
      } catch (error) {
        failure = { error };
        return undefined;
      }
    });
    this.#current.add(hits);
    if (failure !== undefined) throw failure.error;
    return result as T;
  }

  /** Lists a contract, even if nothing of it is evaluated. */
  deployed(contract: Contract): void {
    this.#current.deployed(contract);
  }

  /** Returns what each test executed, and forgets it. */
  takeReports(): { test: string; contracts: ContractCoverage[] }[] {
    const reports = [...this.#tests].map(([test, coverage]) => ({ test, contracts: coverage.report() }));
    this.#tests = new Map();
    this.begin('');
    return reports;
  }
}
