import type { Expression } from '#dist/clarity/syntax/expression.js';
import { displayValue } from '#dist/clarity/values/display.js';

/** Returns an expression as text, each node with its id: `1(2+ 3:1 4:2)`. */
export function treeOf(expression: Expression): string {
  const { id } = expression;
  switch (expression.type) {
    case 'atom':
      return `${id}${expression.name}`;
    case 'literal':
      return `${id}:${displayValue(expression.value)}`;
    case 'list':
      return `${id}(${expression.items.map(treeOf).join(' ')})`;
    case 'field':
      return `${id}:${expression.trait.contract}.${expression.trait.name}`;
    case 'trait-reference':
      return `${id}<${expression.name} ${expression.trait.type} ${expression.trait.trait.contract}.${expression.trait.trait.name}>`;
  }
}

/** Returns the place of an expression: `1:2-3:4`. */
export function placeOf({ span: { startLine, startColumn, endLine, endColumn } }: Pick<Expression, 'span'>): string {
  return `${startLine}:${startColumn}-${endLine}:${endColumn}`;
}
