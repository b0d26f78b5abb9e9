import { analyse } from '../analysis/analyse.js';
import type { FindContract } from '../analysis/contract-analysis.js';
import { type ContractInterface, interfaceOf } from '../analysis/interface.js';
import { StaticFailure } from '../analysis/static-failure.js';
import { CostTracker } from '../costs/tracker.js';
import type { Rules } from '../execution/execution.js';
import { CostFailure, type ExecutionCost } from '../failure.js';
import type { ClarityValue } from '../stacks-js.js';
import type { Diagnostic } from '../syntax/diagnostic.js';
import type { Expression, ReferencedTrait, Span } from '../syntax/expression.js';
import { diagnose, parse } from '../syntax/parse.js';
import { ParseFailure } from '../syntax/parse-failure.js';
import type { Comment } from '../syntax/token.js';
import type { TraitId } from '../types/type.js';
import type { ClarityVersion } from '../version.js';
import { toClarityValue } from './value.js';

/** A source, and by which rules it is read. */
export type SourceRequest = {
  /** The id of the contract: names that begin with a dot are of its deployer. */
  contract: string;
  source: string;
  /** @default the newest one that the epoch has */
  clarityVersion?: ClarityVersion | undefined;
};

/**
 * An expression after all passes of the parser (`SymbolicExpression`, clarity-types/src/representations.rs of stacks-core 4.0.2). `id`
 * counts from 1 through the contract, depth first; `{ a: 1 }` is a list that begins with the atom `tuple`.
 */
export type ClarityExpression = { readonly id: number; readonly span: Span } & (
  | { readonly type: 'atom'; readonly name: string }
  | { readonly type: 'literal'; readonly value: ClarityValue }
  | { readonly type: 'list'; readonly items: readonly ClarityExpression[] }
  | { readonly type: 'field'; readonly trait: TraitId }
  | { readonly type: 'trait-reference'; readonly name: string; readonly trait: ReferencedTrait }
);

/** What the parser read. */
export type ParsedSource = {
  /** The top-level expressions: definitions before what uses them. What follows an error may be missing. */
  readonly expressions: readonly ClarityExpression[];
  /** All comments, in the order of the source. */
  readonly comments: readonly Comment[];
  /** The errors of the source, in the order in which they were found. Empty for a source that a node parses. */
  readonly diagnostics: readonly Diagnostic[];
  /** What a deploy pays for the parser. */
  readonly cost: ExecutionCost;
};

/** What the analysis found. */
export type AnalysedSource = {
  /** As `/v2/contracts/interface` answers; undefined for a contract that is not valid. */
  readonly interface: ContractInterface | undefined;
  /** The errors of the parser, or else the first one of the analysis. Empty for a valid contract. */
  readonly diagnostics: readonly Diagnostic[];
  /** What a deploy pays for the parser and the analysis. */
  readonly cost: ExecutionCost;
};

type SourceOptions = { readonly contract: string; readonly version: ClarityVersion; readonly rules: Rules };

/** Parses a source as far as it goes. */
export function parseSource(source: string, { contract, version, rules }: SourceOptions): ParsedSource {
  const costs = newTracker(rules);
  const { expressions, comments, diagnostics } = diagnose(source, contract, { version, epoch: rules.epoch, costs });
  return { expressions: expressions.map(toExpression), comments, diagnostics, cost: costs.total() };
}

/** Parses and analyses a source. */
export function analyseSource(source: string, { contract, version, rules }: SourceOptions, contracts: FindContract): AnalysedSource {
  const costs = newTracker(rules);
  const options = { contract, version, epoch: rules.epoch, costs };
  try {
    const expressions = parse(source, contract, options);
    const analysis = analyse(expressions, { ...options, contracts });
    return { interface: interfaceOf(analysis), diagnostics: [], cost: costs.total() };
  } catch (error) {
    const diagnostics =
      error instanceof ParseFailure ? parseSource(source, { contract, version, rules }).diagnostics : [toDiagnostic(error)];
    return { interface: undefined, diagnostics, cost: costs.total() };
  }
}

function newTracker({ costs, isMainnet }: Rules): CostTracker {
  return new CostTracker(costs, { isMainnet });
}

function toDiagnostic(error: unknown): Diagnostic {
  if (error instanceof StaticFailure) return { level: 'error', message: error.message, span: error.span };
  if (error instanceof CostFailure) return { level: 'error', message: error.message, span: undefined };
  throw error;
}

function toExpression(expression: Expression): ClarityExpression {
  const { id, span } = expression;
  switch (expression.type) {
    case 'literal':
      return { id, span, type: 'literal', value: toClarityValue(expression.value) };
    case 'list':
      return { id, span, type: 'list', items: expression.items.map(toExpression) };
    default:
      return expression;
  }
}
