/** The structure of a contract's source, read without the VM. */
export type SourceOutline = {
  /** The bracket that closes the innermost list left open; undefined if all are closed. */
  unclosed: ')' | '}' | undefined;
  /** The `define-…` forms at the top level, in order. */
  definitions: { keyword: string; name: string }[];
};

/** Strings with escapes, comments, brackets, and everything else between white space. */
const TOKEN = /u?"(?:[^"\\]|\\.)*"|;[^\n]*|[(){}]|[^\s(){}";]+/g;

/** Outlines a Clarity source; of a wrong one, what can be seen. */
export function outlineSource(source: string): SourceOutline {
  const definitions: SourceOutline['definitions'] = [];
  const open: (')' | '}')[] = [];
  /** The first words of the top-level form that is being read. */
  let words: string[] = [];
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith(';')) continue;
    if (token === '(' || token === '{') {
      if (open.length === 0) words = [];
      open.push(token === '(' ? ')' : '}');
    } else if (token === ')' || token === '}') {
      if (open.pop() !== undefined && open.length === 0) define(words, definitions);
    } else if (open.length > 0 && words.length < 2) words.push(token);
  }
  return { unclosed: open.at(-1), definitions };
}

/** A function's name is in a list of its own, which makes no difference to the words. */
function define([keyword = '', name]: string[], definitions: SourceOutline['definitions']): void {
  if (keyword.startsWith('define-') && name !== undefined) definitions.push({ keyword, name });
}
