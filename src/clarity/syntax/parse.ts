import type { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import type { ClarityVersion } from '../version.js';
import { checkDepth } from './depth.js';
import type { Diagnostic } from './diagnostic.js';
import type { Expression, ReferencedTrait } from './expression.js';
import { Lexer } from './lexer.js';
import type { Node } from './node.js';
import { ParseFailure, ParseReport } from './parse-failure.js';
import { type ParsedTree, parseTokens } from './parser.js';
import { sortDefinitions } from './sorter.js';
import { expandSugar } from './sugar.js';
import type { Comment } from './token.js';
import { TokenReader } from './token-reader.js';
import { resolveTraits } from './traits-resolver.js';

const NOT_ASCII = /[^\p{ASCII}]+/gu;

export type ParseOptions = {
  readonly version: ClarityVersion;
  readonly epoch: Epoch;
  /** Charged for the bytes of the source, and for the mentions of definitions. */
  readonly costs: CostTracker;
};

export type Diagnosis = {
  /** The top-level expressions: definitions before what uses them. */
  readonly expressions: readonly Expression[];
  /** All comments, in the order of the source. */
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Parses a contract as a node of stacks-core does since epoch 2.1 (`build_ast`, clarity/src/vm/ast/mod.rs).
 * @param contract its id: address, dot, name
 * @returns the top-level expressions: definitions before what uses them
 * @throws ParseFailure the first error. Errors of the lexer, anywhere, come before all others
 * @throws CostFailure
 */
export function parse(source: string, contract: string, options: ParseOptions): Expression[] {
  return parseWith(new ParseReport(false), undefined, source, contract, options);
}

/**
 * Parses a contract as far as it goes, and returns all errors with their places (`build_ast_with_diagnostics`).
 * @throws CostFailure
 */
export function diagnose(source: string, contract: string, options: ParseOptions): Diagnosis {
  const report = new ParseReport(true);
  const comments: Comment[] = [];
  const expressions = parseWith(report, comments, source, contract, options);
  return { expressions, comments, diagnostics: report.diagnostics };
}

function parseWith(
  report: ParseReport,
  comments: Comment[] | undefined,
  source: string,
  contract: string,
  { version, epoch, costs }: ParseOptions,
): Expression[] {
  costs.charge('AstParse', byteLengthOf(source));
  const { nodes, depth } = readTree(report, comments, source, contract, epoch.maxDepth);
  if (depth >= epoch.maxDepth) {
    report.run(() => checkDepth(nodes, epoch.maxDepth, false));
    report.run(() => checkDepth(nodes, epoch.maxDepth, true));
  }
  let sorted: readonly Node[] = nodes;
  report.run(() => {
    sorted = sortDefinitions(nodes, version, costs);
  });
  const traits = new Map<string, ReferencedTrait>();
  report.run(() => resolveTraits(nodes, contract, traits));
  let expressions: Expression[] = [];
  report.run(() => {
    expressions = expandSugar(sorted, traits);
  });
  return expressions;
}

/** What the lexer finds, anywhere in the source, comes before what the parser finds. */
function readTree(report: ParseReport, comments: Comment[] | undefined, source: string, contract: string, maxDepth: number): ParsedTree {
  const lexical = new ParseReport(report.collects);
  const tokens = new TokenReader(new Lexer(source, lexical, comments));
  try {
    return parseTokens(tokens, contract.slice(0, contract.indexOf('.')), maxDepth, report);
  } catch (error) {
    if (error instanceof ParseFailure && error.name !== 'Lexer') tokens.skipToEnd();
    throw error;
  } finally {
    report.diagnostics.unshift(...lexical.diagnostics);
  }
}

/** Returns the bytes of a text in UTF-8. */
function byteLengthOf(text: string): number {
  let bytes = text.length;
  for (const part of text.match(NOT_ASCII) ?? []) {
    for (let at = 0; at < part.length; at++) {
      const char = part.charCodeAt(at);
      // Half of a pair has two of the pair's four bytes.
      bytes += char > 0x7ff && (char < 0xd800 || char > 0xdfff) ? 2 : 1;
    }
  }
  return bytes;
}
