import type { Contract } from '../../clarity/contract.js';
import type { Expression, Span } from '../../clarity/syntax/expression.js';
import { hashOf, issuerOf, versionOf } from '../../clarity/values/principal.js';
import type { PrincipalValue, Value } from '../../clarity/values/value.js';

/** Returns the syntax tree of a contract in the form of clarinet-sdk. */
export function contractAst({ id, expressions }: Contract): object {
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

function toNode(expression: Expression, parent?: Expression): object {
  const { id, span } = expression;
  // The word of a tuple in braces is in no source.
  const isWritten = expression.type !== 'atom' || parent?.span.startColumn !== span.startColumn || parent.span.startLine !== span.startLine;
  const { startLine: start_line, startColumn: start_column, endLine: end_line, endColumn: end_column } = isWritten ? span : NOWHERE;
  return { expr: exprOf(expression), id, span: { start_line, start_column, end_line, end_column } };
}

function exprOf(expression: Expression): object {
  switch (expression.type) {
    case 'atom':
      return { Atom: expression.name };
    case 'list':
      return { List: expression.items.map((item) => toNode(item, expression)) };
    case 'literal':
      return { LiteralValue: literalOf(expression.value) };
    case 'field':
      return { Field: expression.trait };
    case 'trait-reference':
      return { TraitReference: [expression.name, expression.trait] };
  }
}

/** The values that a literal can be. */
function literalOf(value: Value): object {
  switch (value.kind) {
    case 'int':
      return { Int: value.value };
    case 'uint':
      return { UInt: value.value };
    case 'bool':
      return { Bool: value.value };
    case 'buffer':
      return { Sequence: { Buffer: { data: [...value.bytes] } } };
    case 'ascii':
      return { Sequence: { String: { ASCII: { data: [...new TextEncoder().encode(value.text)] } } } };
    case 'utf8':
      return { Sequence: { String: { UTF8: { data: value.characters.map((character) => [...new TextEncoder().encode(character)]) } } } };
    case 'principal':
      return {
        Principal: value.name === undefined ? { Standard: standard(value) } : { Contract: { issuer: standard(value), name: value.name } },
      };
    default:
      throw new RangeError(`no literal: ${value.kind}`);
  }
}
