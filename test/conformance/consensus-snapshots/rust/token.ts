import { Unresolved } from './unresolved.js';

export type Token = { readonly kind: 'text' | 'number' | 'word' | 'lifetime' | 'sign'; readonly value: string };

const SIGNS = ['..=', '...', '::', '..', '=>', '->', '==', '!=', '<=', '>=', '&&', '||', '+=', '-=', '*='];
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', '\\': '\\', '"': '"', "'": "'" };

/** Returns the tokens of Rust source: of what the tests of stacks-core are written in. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, at)) {
    const [token, end] = tokenAt(source, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

/** Skips spaces and comments, which may be nested. */
function skipSpace(source: string, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(source.charAt(at))) at++;
    else if (source.startsWith('//', at)) at = endOf(source, '\n', at);
    else if (source.startsWith('/*', at)) at = endOfComment(source, at);
    else return at;
  }
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found;
}

function endOfComment(source: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    if (source.startsWith('/*', at)) depth++;
    else if (source.startsWith('*/', at)) depth--;
    else {
      at++;
      continue;
    }
    at += 2;
  } while (depth > 0 && at < source.length);
  return at;
}

function tokenAt(source: string, at: number): [Token, number] {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  const raw = match(/b?r(#*)"/y);
  if (raw !== undefined) {
    const close = `"${raw[1]}`;
    const start = at + raw[0].length;
    const end = source.indexOf(close, start);
    return [{ kind: 'text', value: source.slice(start, end) }, end + close.length];
  }
  const quote = match(/b?"/y);
  if (quote !== undefined) return quoted(source, at + quote[0].length);
  const char = match(/'(\\.|[^\\'])'/uy);
  if (char !== undefined) return [{ kind: 'text', value: unescaped(char[1] as string) }, at + char[0].length];
  for (const [kind, pattern] of WORDS) {
    const found = match(pattern);
    if (found !== undefined) return [{ kind, value: found[1] as string }, at + found[0].length];
  }
  const sign = SIGNS.find((text) => source.startsWith(text, at)) ?? source.charAt(at);
  return [{ kind: 'sign', value: sign }, at + sign.length];
}

const WORDS = [
  ['lifetime', /('[A-Za-z_]\w*)/y],
  ['number', /(0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*)(?:usize|isize|[ui](?:8|16|32|64|128))?/y],
  ['word', /([A-Za-z_]\w*)/y],
] as const;

function unescaped(char: string): string {
  return char.startsWith('\\') ? (ESCAPES[char.charAt(1)] ?? char.charAt(1)) : char;
}

function quoted(source: string, from: number): [Token, number] {
  let value = '';
  let at = from;
  while (source[at] !== '"') {
    const pattern = /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|(\n)\s*|(.))/sy;
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found === null) {
      value += source.charAt(at++);
      continue;
    }
    const [all, byte, point, newline, simple] = found;
    if (byte !== undefined || point !== undefined) value += String.fromCodePoint(Number.parseInt(byte ?? (point as string), 16));
    else if (newline === undefined) value += ESCAPES[simple as string] ?? unknownEscape(all);
    at += all.length;
  }
  return [{ kind: 'text', value }, at + 1];
}

function unknownEscape(text: string): never {
  throw new Unresolved(`escape ${text}`);
}
