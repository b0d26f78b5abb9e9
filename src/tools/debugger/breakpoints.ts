import type { Debugging, FunctionBreakpoint, LineBreakpoint, Watch } from '../../clarity/debug.js';
import { type Body, listOf, numberOf, textOf, textsOf } from './messages.js';
import type { Sources } from './sources.js';

/** A line that a client asked for. `line` is where code is, once the contract is deployed. */
type Placed = {
  readonly id: number;
  readonly contract: string;
  readonly wanted: number;
  readonly condition: string | undefined;
  line: number;
  isVerified: boolean;
};

/** The filters of failures. */
export const FILTERS = [
  {
    filter: 'failures',
    label: 'Failed executions',
    description: 'Stops at the expression that makes a transaction, call or simulation fail.',
    default: true,
  },
  {
    filter: 'errors',
    label: 'Every error',
    description: 'Stops at each (err …) that comes into being and each runtime error, also those that the caller handles.',
    default: false,
  },
];

/** The breakpoints of one client. */
export class Breakpoints {
  readonly #debugging: Debugging;
  readonly #sources: Sources;
  readonly #lines = new Map<string, Placed[]>();
  #functions: FunctionBreakpoint[] = [];
  #filters: readonly string[] = [];
  #count = 0;

  constructor(debugging: Debugging, sources: Sources) {
    this.#debugging = debugging;
    this.#sources = sources;
  }

  /** Replaces the breakpoints of a source. */
  async setLines(source: Body, wanted: readonly Body[]): Promise<Body[]> {
    const contracts = await this.#sources.contractsOf(source);
    for (const contract of contracts) this.#lines.set(contract, []);
    return Promise.all(
      wanted.map(async (one) => {
        const line = numberOf(one, 'line') ?? 0;
        const id = ++this.#count;
        if (contracts.length === 0) {
          return {
            id,
            verified: false,
            line,
            message: 'No contract of the network has this file or name. An id such as ST….token also works before the deploy.',
          };
        }
        const placed = contracts.map((contract): Placed => {
          const condition = textOf(one, 'condition')?.trim() || undefined;
          return { id, contract, wanted: line, line, condition, isVerified: false };
        });
        for (const breakpoint of placed) {
          this.#lines.get(breakpoint.contract)?.push(breakpoint);
          await this.#place(breakpoint);
        }
        return show(placed.find(({ isVerified }) => isVerified) ?? (placed[0] as Placed));
      }),
    );
  }

  setFunctions(wanted: readonly Body[]): Body[] {
    this.#functions = wanted.map((one) => ({
      id: ++this.#count,
      name: textOf(one, 'name') ?? '',
      condition: textOf(one, 'condition')?.trim() || undefined,
    }));
    return this.#functions.map(({ id }) => ({ id, verified: true }));
  }

  setFilters(body: Body): void {
    this.#filters = [...textsOf(body, 'filters'), ...listOf(body, 'filterOptions').map((one) => textOf(one, 'filterId') ?? '')];
  }

  /** Returns what to stop at. @param onPlaced called with breakpoints whose contract was deployed meanwhile */
  async watch(onPlaced: (breakpoint: Body) => void): Promise<Watch> {
    const all = [...this.#lines.values()].flat();
    for (const breakpoint of all) {
      if (!breakpoint.isVerified && (await this.#place(breakpoint))) onPlaced(show(breakpoint));
    }
    return {
      lines: all.map(({ id, contract, line, condition }): LineBreakpoint => ({ id, contract, line, condition })),
      functions: this.#functions,
      failures: this.#filters.includes('failures'),
      errors: this.#filters.includes('errors'),
    };
  }

  /** Moves a breakpoint to the next line with code. */
  async #place(breakpoint: Placed): Promise<boolean> {
    const found = await this.#debugging.contract(breakpoint.contract);
    const line = found?.lines.find((one) => one >= breakpoint.wanted);
    if (line === undefined) return false;
    breakpoint.line = line;
    breakpoint.isVerified = true;
    return true;
  }
}

function show({ id, line, isVerified, contract }: Placed): Body {
  return { id, line, verified: isVerified, ...(!isVerified && { message: `${contract} has no code here, or is not deployed yet.` }) };
}
