import type { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import type { Expression } from '../syntax/expression.js';
import type { Type } from '../types/type.js';
import type { ClarityVersion } from '../version.js';
import { checkReadOnly } from './check-read-only.js';
import { checkTraits } from './check-traits.js';
import { checkTypes } from './check-types.js';
import type { ContractAnalysis, FindContract } from './contract-analysis.js';

export type AnalysisOptions = {
  /** The id of the contract: address, dot, name. */
  readonly contract: string;
  readonly version: ClarityVersion;
  readonly epoch: Epoch;
  /** Charged also for an analysis that fails. */
  readonly costs: CostTracker;
  /** Finds contracts that exist. The contract itself does not yet. */
  readonly contracts: FindContract;
  /**
   * Whether to keep the types of all expressions.
   * @default false
   */
  readonly keepTypes?: boolean | undefined;
};

/**
 * Analyses a contract that was parsed (`run_analysis`, clarity/src/vm/analysis/mod.rs). Contracts of epochs before 2.1 are analysed by the
 * rules of 2.1.
 * @throws StaticFailure
 * @throws CostFailure CostBalanceExceeded, MemoryBalanceExceeded, CostOverflow
 */
export function analyse(expressions: readonly Expression[], options: AnalysisOptions): ContractAnalysis {
  const { epoch, version, contracts, keepTypes = false } = options;
  const types = keepTypes ? new Map<number, Type>() : undefined;
  let pureFunctions: ReadonlySet<string> = new Set();
  if (!epoch.checksTypesFirst) pureFunctions = checkReadOnly(expressions, version, contracts);
  const analysis = checkTypes(expressions, options, types);
  if (epoch.checksTypesFirst) pureFunctions = checkReadOnly(expressions, version, contracts);
  checkTraits(expressions, analysis, contracts);
  return { ...analysis, pureFunctions };
}
