const TOKEN = /u?"(?:[^"\\]|\\.)*"?|[()]|[^\s()"]+/g;

/** Rewrites a value as nodes write it to the syntax of sources: `(tuple (a u1) (b none))` is `{a: u1, b: none}`. */
export function fromRepr(repr: string): string {
  const tokens = repr.match(TOKEN) ?? [];
  let at = 0;
  const until = (read: () => string): string[] => {
    const parts: string[] = [];
    while (at < tokens.length && tokens[at] !== ')') parts.push(read());
    at++;
    return parts;
  };
  const field = (): string => {
    at++; // its parenthesis
    const name = tokens[at++] ?? '';
    return `${name}: ${until(value).join(' ')}`;
  };
  const value = (): string => {
    const token = tokens[at++] ?? '';
    if (token !== '(') return token;
    if (tokens[at] !== 'tuple') return `(${until(value).join(' ')})`;
    at++;
    return `{${until(field).join(', ')}}`;
  };
  const values: string[] = [];
  while (at < tokens.length) values.push(value());
  return values.join(' ');
}
