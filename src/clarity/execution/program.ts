import { analyse } from '../analysis/analyse.js';
import type { ContractAnalysis } from '../analysis/contract-analysis.js';
import { parse } from '../syntax/parse.js';
import { parsePrincipal } from '../values/principal.js';
import type { PrincipalValue } from '../values/value.js';
import type { ClarityVersion } from '../version.js';
import type { Program } from './deploy.js';
import type { Execution } from './execution.js';

/** A contract as a transaction deploys it. */
export type ContractSource = { readonly id: PrincipalValue; readonly source: string; readonly version: ClarityVersion };

/**
 * Parses and analyses a contract for an execution, which pays for it (`analyze_smart_contract`, clarity/src/vm/clarity.rs).
 * @throws ParseFailure, StaticFailure, CostFailure
 */
export function readProgram(x: Execution, { id, source, version }: ContractSource): Program {
  const { state, rules } = x;
  const options = { contract: id.text, version, epoch: rules.epoch, costs: x };
  const expressions = parse(source, id.text, options);
  // Contracts are asked for at each call of one, and decoding an address takes two hashes.
  const found = new Map<string, ContractAnalysis | undefined>();
  const contracts = (contract: string): ContractAnalysis | undefined => {
    if (!found.has(contract)) found.set(contract, state.contract(parsePrincipal(contract))?.analysis);
    return found.get(contract);
  };
  return { id, version, source, expressions, analysis: analyse(expressions, { ...options, contracts }) };
}
