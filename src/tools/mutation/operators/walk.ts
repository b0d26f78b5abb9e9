import type { ClarityExpression } from '../../../clarity/vm.js';
import { changeForm, removeStatement } from './forms.js';
import { changeLeaf } from './leaves.js';
import type { Change, Site, Use } from './site.js';
import { changeWord } from './words.js';

type TextOf = Site['textOf'];
/** An expression that is evaluated, and how. */
type Child = { node: ClarityExpression | undefined; use?: Partial<Use> };

const PLAIN: Use = { isStatement: false, isCondition: false, isInCondition: false, isRemoved: false, isAsContract: false };
const UNWRAPS = new Set(['try!', 'unwrap!', 'unwrap-panic']);
const FUNCTIONS = new Set(['define-public', 'define-private', 'define-read-only']);

/** Returns all changes of a contract. Types, names and what `print` shows stay as they are. */
export function changesOf(expressions: readonly ClarityExpression[], textOf: TextOf): Change[] {
  return expressions.flatMap((node) => visit(node, PLAIN, textOf));
}

function visit(node: ClarityExpression, use: Use, textOf: TextOf): Change[] {
  if (node.type !== 'list') return changeLeaf(node, textOf(node), use);
  const [head, ...args] = node.items;
  const inner = { ...PLAIN, isAsContract: use.isAsContract, isInCondition: use.isInCondition };
  if (head?.type !== 'atom') return node.items.flatMap((item) => visit(item, inner, textOf));
  const site: Site = { node, head, name: head.name, args, use, textOf };
  const own = [...removeStatement(site), ...changeWord(site), ...changeForm(site)];
  const below = childrenOf(site).flatMap(({ node: child, use: as }) =>
    child === undefined ? [] : visit(child, { ...inner, ...as }, textOf),
  );
  return [...own, ...below];
}

/** Returns the operands that are evaluated. */
function childrenOf({ name, args, use }: Site): readonly Child[] {
  if (FUNCTIONS.has(name)) return [{ node: args[1] }];
  switch (name) {
    case 'define-constant':
    case 'define-fungible-token':
      return [{ node: args[1] }];
    case 'define-data-var':
      return [{ node: args[2] }];
    case 'define-map':
    case 'define-non-fungible-token':
    case 'define-trait':
    case 'use-trait':
    case 'impl-trait':
    case 'print':
      return [];
    case 'if':
    case 'asserts!':
      return args.map((node, place) => ({ node, use: place === 0 ? { isCondition: true, isInCondition: true } : {} }));
    case 'begin':
      return bodyOf(args);
    case 'let':
      return [...pairsOf(args[0]), ...bodyOf(args.slice(1))];
    case 'tuple':
      return args.flatMap((pair) => pairValue(pair));
    case 'match':
      return [args[0], args[2], args.at(-1)].map((node) => ({ node }));
    case 'as-max-len?':
      return [{ node: args[0] }];
    case 'from-consensus-buff?':
      return [{ node: args[1] }];
    case 'as-contract':
      return args.map((node) => ({ node, use: { isAsContract: true } }));
    case 'as-contract?':
      return [{ node: args[0] }, ...bodyOf(args.slice(1)).map(({ node, use: as }) => ({ node, use: { ...as, isAsContract: true } }))];
    default:
      return args.map((node) => ({ node, use: { isRemoved: UNWRAPS.has(name) && (use.isStatement || use.isRemoved) } }));
  }
}

/** The value of a body is that of its last expression. */
function bodyOf(expressions: readonly ClarityExpression[]): Child[] {
  return expressions.map((node, place) => ({ node, use: { isStatement: place < expressions.length - 1 } }));
}

/** Returns the values of a list of pairs. */
function pairsOf(list: ClarityExpression | undefined): Child[] {
  return list?.type === 'list' ? list.items.flatMap(pairValue) : [];
}

function pairValue(pair: ClarityExpression): Child[] {
  return pair.type === 'list' ? [{ node: pair.items[1] }] : [];
}
