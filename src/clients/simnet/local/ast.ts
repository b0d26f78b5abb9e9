import type { Contract } from '../../../clarity/contract.js';
import type { Expression, ListExpression, Span } from '../../../clarity/syntax.js';
import type { PrincipalValue } from '../../../clarity/values.js';
import { hashOf, issuerOf, versionOf } from '../../../clarity/values.js';
import { valueJson } from '../../../stacks/node.js';

/** Returns the syntax tree of a contract in the form of clarinet-sdk. */
export function contractAst({ id, expressions }: Pick<Contract, 'id' | 'expressions'>): object {
  return {
    contract_identifier: { issuer: standard(id), name: id.name },
    pre_expressions: [],
    expressions: expressions.map((expression) => toNode(expression)),
    top_level_expression_sorting: expressions.map((_, index) => index),
    referenced_traits: new Map(),
    implemented_traits: [],
  };
}

const NOWHERE: Span = { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 };

function standard(id: PrincipalValue): [number, number[]] {
  const issuer = issuerOf(id);
  return [versionOf(issuer), [...hashOf(issuer)]];
}

/** @param isOfBraces whether it is the word or a pair of a tuple in braces, which no source has in this form */
function toNode(expression: Expression, isOfBraces = false): object {
  const { startLine, startColumn, endLine, endColumn } = isOfBraces ? NOWHERE : expression.span;
  const span = { start_line: startLine, start_column: startColumn, end_line: endLine, end_column: endColumn };
  return { expr: exprOf(expression), id: expression.id, span };
}

/** The word of a tuple in braces has the place of the whole tuple. */
function isInBraces({ items: [word], span }: ListExpression): boolean {
  const isWord = word?.type === 'atom' && word.name === 'tuple';
  return isWord && word.span.startColumn === span.startColumn && word.span.startLine === span.startLine;
}

function exprOf(expression: Expression): object {
  switch (expression.type) {
    case 'atom':
      return { Atom: expression.name };
    case 'list':
      return { List: expression.items.map((item) => toNode(item, isInBraces(expression))) };
    case 'literal':
      return { LiteralValue: valueJson(expression.value) };
    case 'field':
      return { Field: expression.trait };
    case 'trait-reference':
      return { TraitReference: [expression.name, expression.trait] };
  }
}
