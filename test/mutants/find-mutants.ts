import { type Node, parseSync } from 'oxc-parser';

/** A change of one expression or statement. */
export type Mutant = { id: number; file: string; line: number; before: string; after: string };

/** Compiled code with all of its mutants: `$mutant(id)` chooses the one that is active. */
export type Mutated = { code: string; mutants: Mutant[] };

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};
const METHODS = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min', add: 'delete', delete: 'has' }));

/** A node of the syntax, with the one that it is a part of. */
type Part = { node: Node; parent: Node | undefined };

/**
 * Finds the mutants of a compiled module: other comparisons and operators, conditions that are always true or false, other numbers and
 * flags, calls and assignments that are missing, filters that keep all.
 * @param first the id of the first one
 */
export function findMutants(file: string, text: string, first: number): Mutated {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const mutants: Mutant[] = [];
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  const note = (node: Node, after: string): number => {
    const id = first + mutants.length;
    mutants.push({ id, file, line: text.slice(0, node.start).split('\n').length, before: textOf(node), after });
    return id;
  };

  const render = (part: Part): string => {
    const { node } = part;
    let at = node.start;
    let inner = '';
    for (const child of childrenOf(node)) {
      inner += text.slice(at, child.start) + render({ node: child, parent: node });
      at = child.end;
    }
    inner += text.slice(at, node.end);
    if (isRemovable(part)) return `{ if (!$mutant(${note(node, '')})) ${inner} }`;
    const changes = changesOf(part, textOf);
    return changes.reduceRight(
      (other, after) => `($mutant(${note(node, after)}) ? (${after}) : ${other})`,
      changes.length > 0 ? `(${inner})` : inner,
    );
  };

  const body = text.slice(0, program.start) + render({ node: program, parent: undefined }) + text.slice(program.end);
  return { code: mutants.length === 0 ? text : body, mutants };
}

/** The parts of a node, in the order of the text. A shorthand such as `{ a }` has one part for both names. */
function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
  const found = Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((child, at) => child.start >= (found[at - 1]?.end ?? 0));
}

/** The operand of `void 0`, which is what the compiler writes for `undefined`: with any other it is the same. */
function isUndefined({ parent }: Part): boolean {
  return parent?.type === 'UnaryExpression' && parent.operator === 'void';
}

/** A statement that only has an effect. */
function isRemovable({ node, parent }: Part): boolean {
  if (node.type !== 'ExpressionStatement') return false;
  if (parent?.type !== 'BlockStatement' && parent?.type !== 'Program') return false;
  const expression = node.expression.type === 'ChainExpression' ? node.expression.expression : node.expression;
  if (expression.type === 'CallExpression') return expression.callee.type !== 'Super';
  // A private field that is never written would be another error.
  return (
    (expression.type === 'AssignmentExpression' || expression.type === 'BinaryExpression' || expression.type === 'LogicalExpression') &&
    parent.type !== 'Program'
  );
}

function changesOf(part: Part, textOf: (node: Node) => string): string[] {
  const { node, parent } = part;
  if (isCondition(part)) return node.type === 'Literal' && node.value === true ? ['false'] : ['true', 'false'];
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const other = OPERATORS[node.operator];
    return other === undefined ? [] : [`${textOf(node.left)} ${other} ${textOf(node.right)}`];
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') return [textOf(node.argument)];
  if (node.type === 'Literal') {
    if (typeof node.value === 'boolean') return [`${!node.value}`];
    return typeof node.value === 'number' && !isName(part) && !isUndefined(part) ? [`${textOf(node)} + 1`] : [];
  }
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && !node.callee.computed && !node.optional) {
    const { object, property } = node.callee;
    const name = textOf(property);
    if (name === 'filter' && node.arguments.length === 1) return [textOf(object)];
    const other = METHODS.get(name);
    if (other !== undefined && parent?.type !== 'ExpressionStatement') {
      return [`${textOf(object)}.${other}(${node.arguments.map(textOf).join(', ')})`];
    }
  }
  return [];
}

function isCondition({ node, parent }: Part): boolean {
  return (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node;
}

function isName({ node, parent }: Part): boolean {
  return parent?.type === 'Property' && parent.key === node;
}
