import { expect, test } from 'vitest';
import { type AnalysisOptions, analyse } from '#dist/clarity/analysis/analyse.js';
import type { ContractAnalysis } from '#dist/clarity/analysis/contract-analysis.js';
import { StaticFailure } from '#dist/clarity/analysis/static-failure.js';
import { costsOf } from '#dist/clarity/costs/costs.js';
import { CostTracker } from '#dist/clarity/costs/tracker.js';
import { type Epoch, type EpochName, epochOf } from '#dist/clarity/epoch.js';
import type { Expression } from '#dist/clarity/syntax/expression.js';
import { parse } from '#dist/clarity/syntax/parse.js';
import { ParseFailure } from '#dist/clarity/syntax/parse-failure.js';
import { displayType } from '#dist/clarity/types/display.js';
import type { ClarityVersion } from '#dist/clarity/version.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

export type CheckOptions = {
  /** @default '4.0' */
  readonly epoch?: EpochName | undefined;
  /** @default 6 */
  readonly version?: ClarityVersion | undefined;
  /** Contracts that exist, by id. */
  readonly contracts?: ReadonlyMap<string, ContractAnalysis> | undefined;
  /** @default an id of {@link DEPLOYER} */
  readonly contract?: string | undefined;
};

export type Checked = {
  readonly epoch: Epoch;
  readonly costs: CostTracker;
  readonly expressions: readonly Expression[];
  /** Undefined if it failed. */
  readonly analysis: ContractAnalysis | undefined;
  readonly failure: ParseFailure | StaticFailure | undefined;
};

/** Parses and analyses a contract. */
export function check(
  source: string,
  { epoch: name = '4.0', version = 6, contracts = new Map(), contract = `${DEPLOYER}.contract` }: CheckOptions = {},
): Checked {
  const epoch = epochOf(name);
  const costs = new CostTracker(costsOf(epoch));
  let expressions: readonly Expression[] = [];
  try {
    expressions = parse(source, contract, { version, epoch, costs });
    const options: AnalysisOptions = { contract, version, epoch, costs, contracts: (id) => contracts.get(id), keepTypes: true };
    return { epoch, costs, expressions, analysis: analyse(expressions, options), failure: undefined };
  } catch (error) {
    if (!(error instanceof ParseFailure || error instanceof StaticFailure)) throw error;
    // The node shows a place for some of them only. Ours lies in the source.
    expect(error.span, `${source.slice(0, 200)}: ${error.message}`).toBeDefined();
    return { epoch, costs, expressions, analysis: undefined, failure: error };
  }
}

/** Analyses contracts that call each other, in order. @throws if one fails */
export function contractsOf(sources: Readonly<Record<string, string>>, options: CheckOptions = {}): Map<string, ContractAnalysis> {
  const contracts = new Map<string, ContractAnalysis>();
  for (const [name, source] of Object.entries(sources)) {
    const contract = `${DEPLOYER}.${name}`;
    const { analysis, failure } = check(source, { ...options, contract, contracts });
    if (analysis === undefined) throw failure;
    contracts.set(contract, analysis);
  }
  return contracts;
}

/**
 * A source, the type of its last expression (`defined` for a definition) or the text of its error, and the runtime of its parsing and
 * analysis. `<d>` is {@link DEPLOYER}.
 */
export type Rule = readonly [source: string, answer: string, runtime: number];

/** Checks rules. What is expected are the answers of stacks-core 4.0.2. */
export function rules(title: string, rows: readonly Rule[], options: CheckOptions = {}): void {
  test(title, () => {
    expect(rows.map(([source]) => answerOf(source, options))).toEqual(rows);
  });
}

function answerOf(source: string, options: CheckOptions): Rule {
  const { analysis, expressions, failure, costs } = check(source, options);
  const last = expressions.at(-1);
  const type = last === undefined ? undefined : analysis?.types?.get(last.id);
  const answer = failure?.message ?? (type === undefined ? 'defined' : displayType(type));
  return [source, answer.replaceAll(DEPLOYER, '<d>'), costs.runtime];
}
