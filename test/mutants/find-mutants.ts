import ts from 'typescript';

/** A change of one expression or statement. */
export type Mutant = { id: number; file: string; line: number; before: string; after: string };

/** Compiled code with all of its mutants: `$mutant(id)` chooses the one that is active. */
export type Mutated = { code: string; mutants: Mutant[] };

const K = ts.SyntaxKind;
const OPERATORS: Partial<Record<ts.SyntaxKind, string[]>> = {
  [K.LessThanToken]: ['<='],
  [K.LessThanEqualsToken]: ['<'],
  [K.GreaterThanToken]: ['>='],
  [K.GreaterThanEqualsToken]: ['>'],
  [K.EqualsEqualsEqualsToken]: ['!=='],
  [K.ExclamationEqualsEqualsToken]: ['==='],
  [K.AmpersandAmpersandToken]: ['||'],
  [K.BarBarToken]: ['&&'],
  [K.PlusToken]: ['-'],
  [K.MinusToken]: ['+'],
  [K.AsteriskToken]: ['/'],
  [K.SlashToken]: ['*'],
};
const METHODS = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min', add: 'delete', delete: 'has' }));

/**
 * Finds the mutants of a compiled module: other comparisons and operators, conditions that are always true or false, other numbers and
 * flags, calls and assignments that are missing, filters that keep all.
 * @param first the id of the first one
 */
export function findMutants(file: string, text: string, first: number): Mutated {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const mutants: Mutant[] = [];
  const note = (node: ts.Node, after: string): number => {
    const id = first + mutants.length;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    mutants.push({ id, file, line: line + 1, before: node.getText(source), after });
    return id;
  };

  const render = (node: ts.Node): string => {
    let at = node.getStart(source);
    let inner = '';
    node.forEachChild((child) => {
      inner += text.slice(at, child.getStart(source)) + render(child);
      at = child.getEnd();
    });
    inner += text.slice(at, node.getEnd());
    if (isRemovable(node)) return `{ if (!$mutant(${note(node, '')})) ${inner} }`;
    const changes = changesOf(node, source);
    return changes.reduceRight(
      (other, after) => `($mutant(${note(node, after)}) ? (${after}) : ${other})`,
      changes.length > 0 ? `(${inner})` : inner,
    );
  };

  const body = render(source);
  return { code: mutants.length === 0 ? text : body, mutants };
}

/** A statement that only has an effect. */
function isRemovable(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node) || !(ts.isBlock(node.parent) || ts.isSourceFile(node.parent))) return false;
  const { expression } = node;
  if (ts.isCallExpression(expression)) return expression.expression.kind !== K.SuperKeyword;
  // A private field that is never written would be another error.
  return ts.isBinaryExpression(expression) && !ts.isSourceFile(node.parent);
}

function changesOf(node: ts.Node, source: ts.SourceFile): string[] {
  if (ts.isSourceFile(node)) return [];
  const textOf = (part: ts.Node): string => part.getText(source);
  if (isCondition(node)) return node.kind === K.TrueKeyword ? ['false'] : ['true', 'false'];
  if (ts.isBinaryExpression(node)) {
    const others = OPERATORS[node.operatorToken.kind] ?? [];
    return others.map((operator) => `${textOf(node.left)} ${operator} ${textOf(node.right)}`);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) return [textOf(node.operand)];
  if (node.kind === K.TrueKeyword) return ['false'];
  if (node.kind === K.FalseKeyword) return ['true'];
  if (ts.isNumericLiteral(node) && !isName(node)) return [`${textOf(node)} + 1`];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.questionDotToken === undefined) {
    const { expression: object, name } = node.expression;
    if (name.text === 'filter' && node.arguments.length === 1) return [textOf(object)];
    const other = METHODS.get(name.text);
    if (other !== undefined && !ts.isExpressionStatement(node.parent)) {
      return [`${textOf(object)}.${other}(${node.arguments.map(textOf).join(', ')})`];
    }
  }
  return [];
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isPropertyAssignment(parent) && parent.name === node;
}
