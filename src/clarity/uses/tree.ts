import { Lexer } from '../syntax/lexer.js';
import type { Node } from '../syntax/node.js';
import { ParseReport } from '../syntax/parse-failure.js';
import { parseTokens } from '../syntax/parser.js';
import { TokenReader } from '../syntax/token-reader.js';

/** More than any contract may nest; what is deeper is left out. */
const MAX_DEPTH = 512;

/** Parses a source as far as it goes: one that does not compile has a tree, too. @param deployer the address that `.name` stands for */
export function readNodes(source: string, deployer: string): Node[] {
  const report = new ParseReport(true);
  return parseTokens(new TokenReader(new Lexer(source, report, undefined)), deployer, MAX_DEPTH, report).nodes;
}

/** Goes through all nodes, in the order of the source. */
export function* nodesIn(nodes: readonly Node[]): Generator<Node> {
  const open = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (let index = node.items.length - 1; index >= 0; index--) open.push(node.items[index] as Node);
  }
}
