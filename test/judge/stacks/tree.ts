/** A word of a source as text, or what is between brackets. One with braces begins with `{`. It is JSON that a shrinker can cut. */
export type Tree = string | Tree[];

const TOKEN = /;;[^\n]*|u?"(?:[^"\\]|\\.)*"|[(){}:,]|[^\s(){}:,"]+/g;

export function treesOf(source: string): Tree[] {
  const root: Tree[] = [];
  const stack = [root];
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      const tree: Tree[] = token === '{' ? ['{'] : [];
      stack.at(-1)?.push(tree);
      stack.push(tree);
    } else if (token === ')' || token === '}') {
      if (stack.length > 1) stack.pop();
    } else if (!token.startsWith(';;')) stack.at(-1)?.push(token);
  }
  return root;
}

export function sourceOf(trees: readonly Tree[]): string {
  return trees.map(write).join('\n');
}

function write(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  return tree[0] === '{' ? `{${tree.slice(1).map(write).join(' ')}}` : `(${tree.map(write).join(' ')})`;
}

/** Returns all words of a source. */
export function wordsOf(source: string): Set<string> {
  return new Set([...source.matchAll(TOKEN)].map(([token]) => token));
}
