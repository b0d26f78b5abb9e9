import type { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import type { ClarityVersion } from '../version.js';
import { checkDepth } from './depth.js';
import type { Diagnostic } from './diagnostic.js';
import type { Expression, ReferencedTrait, Span } from './expression.js';
import { readTokens } from './lexer.js';
import type { Node } from './node.js';
import { ParseReport } from './parse-failure.js';
import { parseTokens } from './parser.js';
import { sortDefinitions } from './sorter.js';
import { expandSugar } from './sugar.js';
import { spanOf, type Token } from './token.js';
import { resolveTraits } from './traits-resolver.js';

const NOT_ASCII = /[^\p{ASCII}]+/gu;

export type ParseOptions = {
  readonly version: ClarityVersion;
  readonly epoch: Epoch;
  /** Charged for the bytes of the source, and for the mentions of definitions. */
  readonly costs: CostTracker;
};

/** The text of a comment without `;;` and the white space after it. */
export type Comment = { readonly text: string; readonly span: Span };

export type ParsedContract = {
  /** The top-level expressions: definitions before what uses them. */
  readonly expressions: readonly Expression[];
  /** All comments, in the order of the source. */
  readonly comments: readonly Comment[];
};

/**
 * Parses a contract as a node of stacks-core does since epoch 2.1 (`build_ast`, clarity/src/vm/ast/mod.rs).
 * @param contract its id: address, dot, name
 * @throws ParseFailure the first error. Errors of the lexer, anywhere, come before all others
 * @throws CostFailure
 */
export function parse(source: string, contract: string, options: ParseOptions): ParsedContract {
  return parseWith(new ParseReport(false), source, contract, options);
}

/**
 * Parses a contract as far as it goes, and returns all errors with their places (`build_ast_with_diagnostics`).
 * @throws CostFailure
 */
export function diagnose(source: string, contract: string, options: ParseOptions): ParsedContract & { readonly diagnostics: Diagnostic[] } {
  const report = new ParseReport(true);
  return { ...parseWith(report, source, contract, options), diagnostics: report.diagnostics };
}

function parseWith(report: ParseReport, source: string, contract: string, { version, epoch, costs }: ParseOptions): ParsedContract {
  costs.charge('AstParse', byteLengthOf(source));
  const tokens = readTokens(source, report);
  const { nodes, depth } = parseTokens(tokens, contract.slice(0, contract.indexOf('.')), epoch.maxDepth, report);
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
  return { expressions, comments: tokens.filter(isComment).map(commentOf) };
}

function isComment({ kind }: Token): boolean {
  return kind === 'comment';
}

function commentOf(token: Token): Comment {
  return { text: token.text, span: spanOf(token) };
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
