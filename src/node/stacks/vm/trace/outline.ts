/** Line and column of a character, both from 1; columns count code points, as the VM does. */
type Position = { line: number; column: number };

/** A form at the top level of a source. */
type SourceForm = Position & {
  /** The index of its first character in the source. */
  offset: number;
  /** The position of its last bracket. */
  end: Position;
  /** The function that it defines. */
  function?: { name: string; parameters: string[] } | undefined;
};

/** A contract's source, by position. */
export type Outline = {
  readonly forms: readonly SourceForm[];
  /** The function of this name. */
  functionNamed(name: string): SourceForm | undefined;
  /** The form around a position. */
  formAt(position: Position): SourceForm | undefined;
  /** The expression that begins at a position, on one line; undefined outside of the source. */
  expressionAt(position: Position): string | undefined;
};

/** Strings with escapes, comments, brackets, and everything else between white space and separators. */
const TOKEN = /u?"(?:[^"\\]|\\.)*"|;[^\n]*|[(){}]|[^\s(){}";,]+/g;
const FUNCTIONS = new Set(['define-public', 'define-private', 'define-read-only']);

/** Outlines a source that the VM accepts; of another one, what can be read. */
export function outlineForms(source: string): Outline {
  const lineStarts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  const forms: SourceForm[] = [];
  const positionOf = positionReader(source);
  let depth = 0;
  let start = { offset: 0, line: 1, column: 1 };
  for (const match of source.matchAll(TOKEN)) {
    const [token] = match;
    const { index: offset } = match;
    if (token === '(' || token === '{') {
      if (depth++ === 0) start = { offset, ...positionOf(offset) };
    } else if ((token === ')' || token === '}') && depth > 0 && --depth === 0) {
      forms.push({ ...start, end: positionOf(offset), function: functionIn(source.slice(start.offset, offset + 1)) });
    }
  }

  function offsetOf({ line, column }: Position): number | undefined {
    const start = lineStarts[line - 1];
    if (start === undefined) return undefined;
    let offset = start;
    for (let left = column - 1; left > 0 && offset < source.length; left--) offset += (source.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    return offset;
  }

  return {
    forms,
    functionNamed: (name) => forms.find((form) => form.function?.name === name),
    formAt: (position) => forms.find((form) => !isBefore(position, form) && !isBefore(form.end, position)),
    expressionAt(position) {
      const offset = offsetOf(position);
      return offset === undefined ? undefined : expression(source.slice(offset));
    },
  };
}

/** Creates a reader of positions that are asked for in ascending order. */
function positionReader(source: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    for (let end = source.indexOf('\n', lineStart); end >= 0 && end < offset; end = source.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    return { line, column: [...source.slice(lineStart, offset)].length + 1 };
  };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

function functionIn(form: string): SourceForm['function'] {
  const [, keyword = '', name] = /^\(\s*([^\s()]+)\s*\(\s*([^\s()]+)/.exec(withoutComments(form)) ?? [];
  if (!FUNCTIONS.has(keyword) || name === undefined) return undefined;
  const parameters: string[] = [];
  let depth = 0;
  let isName = false;
  // (define-public (name (parameter type) …) …): the first word of each list of depth 3, up to the end of that of depth 2
  for (const [token] of form.matchAll(TOKEN)) {
    if (token.startsWith(';')) continue;
    if (token === '(' || token === '{') isName = ++depth === 3;
    else if (token === ')' || token === '}') {
      if (--depth === 1) break;
    } else if (isName && depth === 3) {
      parameters.push(token);
      isName = false;
    }
  }
  return { name, parameters };
}

function withoutComments(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith(';') ? '' : token));
}

/** Returns the first expression of a text, with single spaces and without comments. */
function expression(text: string): string | undefined {
  let depth = 0;
  let written = '';
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const isClose = token === ')' || token === '}';
    if (!token.startsWith(';')) {
      const isGap = written !== '' && match.index > last && !isClose && !/[({]$/.test(written);
      written += `${isGap ? ' ' : ''}${token}`;
      if (token === '(' || token === '{') depth++;
      else if (isClose) depth--;
      if (depth <= 0) return written;
    }
    last = match.index + token.length;
  }
  return written === '' ? undefined : written;
}
