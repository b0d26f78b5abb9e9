import type { Node } from './node.js';
import { ParseFailure, parseMessage } from './parse-failure.js';
import { NESTING_BUFFER } from './parser.js';

/**
 * Checks how deep lists are nested (clarity/src/vm/ast/stack_depth_checker.rs). The parser stopped at about the same depth, so recursion
 * is safe.
 * @param tuples whether tuples count, and what is in them
 * @throws ParseFailure ExpressionStackDepthTooDeep, VaryExpressionStackDepthTooDeep
 */
export function checkDepth(nodes: readonly Node[], maxDepth: number, tuples: boolean): void {
  for (const node of nodes) checkNode(node, 1, maxDepth, tuples);
}

function checkNode(node: Node, depth: number, maxDepth: number, tuples: boolean): void {
  if (node.type !== 'list' && !(tuples && node.type === 'tuple')) return;
  if (depth >= maxDepth + NESTING_BUFFER) {
    const reason = tuples ? 'VaryExpressionStackDepthTooDeep' : 'ExpressionStackDepthTooDeep';
    throw new ParseFailure(reason, parseMessage(reason, [maxDepth]), node.span);
  }
  for (const item of node.items) checkNode(item, depth + 1, maxDepth, tuples);
}
