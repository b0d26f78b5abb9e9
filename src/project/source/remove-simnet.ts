import { isComment, type Token, tokensOf } from '../../stacks/source.js';

/** `;; #[env(simnet)]`, as Clarinet reads it. */
const ANNOTATION = /^;+\s*#\[\s*env\(\s*simnet\s*\)\s*\]\s*$/;

/**
 * Removes the code for Clarinet's simulation: each expression after a comment `#[env(simnet)]` on a line of its own. As Clarinet does, it
 * empties whole lines, so that all others keep their numbers.
 */
export function removeSimnet(source: string): string {
  if (!source.includes('env(simnet)')) return source;
  const tokens = tokensOf(source);
  const lines = source.split(/\r?\n/);
  const starts = lineStarts(source);
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  let isRemoved = false;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (!isComment(token) || !ANNOTATION.test(token.text)) continue;
    const first = lineOf(token.offset);
    const before = tokens[index - 1];
    // Behind code, the comment marks nothing.
    if (before !== undefined && !isComment(before) && lineOf(endOf(before) - 1) === first) continue;
    const last = expressionEnd(tokens, index + 1);
    if (last === undefined) continue;
    for (let line = first; line <= lineOf(endOf(tokens[last] as Token) - 1); line++) lines[line] = '';
    index = last;
    isRemoved = true;
  }
  if (!isRemoved) return source;
  if (lines.at(-1) === '' && source.endsWith('\n')) lines.pop();
  return `${lines.join('\n')}\n`;
}

/** Returns the index of the last token of the expression that begins at `from` or after comments; undefined without one. */
function expressionEnd(tokens: readonly Token[], from: number): number | undefined {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (isComment(token)) continue;
    if (token.text === '(' || token.text === '{') depth++;
    else if (token.text === ')' || token.text === '}') depth--;
    if (depth < 0) return undefined;
    if (depth === 0) return index;
  }
  return undefined;
}

function endOf({ text, offset }: Token): number {
  return offset + text.length;
}

function lineStarts(source: string): number[] {
  return [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
}
