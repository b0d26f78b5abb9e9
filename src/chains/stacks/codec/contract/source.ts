/** A Clarity source as nested lists of words; `{a: b}` is a list with the first word `{`. */
export type Expression = string | Expression[];

/** Strings with escapes, comments, brackets, and everything else between white space, commas and colons. */
const TOKEN = /u?"(?:[^"\\]|\\.)*"|;[^\n]*|[(){}]|[^\s(){}";,:]+/g;

/** The top-level forms of a source that is known to be well-formed; of another, what can be read. */
export function parseSource(source: string): Expression[] {
  const forms: Expression[] = [];
  const open: Expression[][] = [forms];
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith(';')) continue;
    if (token === '(' || token === '{') {
      const list: Expression[] = token === '{' ? ['{'] : [];
      open.at(-1)?.push(list);
      open.push(list);
    } else if (token === ')' || token === '}') {
      if (open.length > 1) open.pop();
    } else {
      open.at(-1)?.push(token);
    }
  }
  return forms;
}
