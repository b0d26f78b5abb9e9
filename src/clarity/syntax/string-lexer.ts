import { BACKSLASH, CLOSE_BRACE, EOF, IS_HEX, IS_STRING, isSeparator, LOWER_U, NEWLINE, OPEN_BRACE, QUOTE, shown } from './characters.js';
import type { Span } from './expression.js';
import type { SourceReader } from './source-reader.js';
import type { TokenKind } from './token.js';

const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '\\': '\\', '"': '"', n: '\n', t: '\t', r: '\r', 0: '\0' }).map(([char, text]) => [char.charCodeAt(0), text]),
);

/** Reads a string from its quote on (`read_ascii_string`, clarity/src/vm/ast/parser/v2/lexer/mod.rs). */
export function readAscii(reader: SourceReader): TokenKind {
  const quote = reader.here();
  let text = '';
  reader.read();
  for (;;) {
    const start = reader.at;
    const end = reader.skip(IS_STRING);
    text += reader.since(start);
    if (end === QUOTE) {
      reader.read();
      reader.text = text;
      return 'string-ascii';
    }
    if (end !== BACKSLASH) break;
    reader.read();
    const escaped = escapedOf(reader);
    if (escaped === undefined) return skipString(reader, `"${text}\\`);
    text += escaped;
    reader.read();
  }
  if (reader.next === EOF || reader.next === NEWLINE) return reportUnclosed(reader, '"', text, quote);
  reader.fail(`invalid character, '${shown(reader.next)}', in string literal`, reader.here());
  return skipString(reader, `"${text}`);
}

/** Reads a string from its quote on, the `u` before which was read. */
export function readUtf8(reader: SourceReader): TokenKind {
  const quote = { startLine: reader.lastLine, startColumn: reader.lastColumn, endLine: reader.lastLine, endColumn: reader.lastColumn + 1 };
  let text = '';
  reader.read();
  for (;;) {
    const start = reader.at;
    let end = reader.skip(IS_STRING);
    while (end >= 128 && end !== EOF) {
      reader.read();
      end = reader.skip(IS_STRING);
    }
    text += reader.since(start);
    if (end === QUOTE) {
      reader.read();
      reader.text = text;
      return 'string-utf8';
    }
    if (end !== BACKSLASH) return reportUnclosed(reader, 'u"', text, quote);
    if (reader.read() === LOWER_U) {
      const char = readCodePoint(reader);
      if (typeof char === 'object') return skipString(reader, `u"${text}\\u${char.bad}`);
      text += char;
      continue;
    }
    const escaped = escapedOf(reader);
    if (escaped === undefined) return skipString(reader, `u"${text}\\`);
    text += escaped;
    reader.read();
  }
}

/** Returns what the next character means after a backslash. */
function escapedOf(reader: SourceReader): string | undefined {
  const escaped = ESCAPES.get(reader.next);
  if (escaped === undefined) reader.fail(`unknown escape character, '${shown(reader.next)}'`, { ...reader.last(), ...reader.end() });
  return escaped;
}

/** Reads `u{…}`, what follows a backslash. */
function readCodePoint(reader: SourceReader): string | { readonly bad: string } {
  const start = { startLine: reader.line, startColumn: reader.column };
  const open = reader.read();
  const brace = { startLine: reader.line, startColumn: reader.column };
  if (open !== OPEN_BRACE) {
    reader.fail('invalid UTF8 encoding', reader.here());
    return { bad: '' };
  }
  const from = reader.following;
  reader.read();
  const end = reader.skip(IS_HEX);
  const digits = reader.since(from);
  if (end === CLOSE_BRACE) {
    if (digits === '') reader.fail('empty UTF8 encoding', { ...brace, ...reader.end() });
    reader.read();
    const code = Number.parseInt(digits, 16);
    if (code < 0xd800 || (code > 0xdfff && code <= 0x10ffff)) return String.fromCodePoint(code);
    if (digits !== '') reader.fail('invalid UTF8 encoding', { ...start, ...reader.end() });
    return { bad: `{${digits}}` };
  }
  if (end === QUOTE || end === EOF) {
    reader.fail("unterminated UTF8 encoding, missing '}'", reader.here());
    reader.note("to match this '}'", { ...brace, endLine: brace.startLine, endColumn: brace.startColumn });
  } else {
    reader.fail(`invalid character, '${shown(end)}', in UTF8 encoding`, reader.here());
  }
  return { bad: `{${digits}` };
}

function reportUnclosed(reader: SourceReader, prefix: string, text: string, quote: Span): TokenKind {
  reader.fail("expected closing '\"'", reader.here());
  reader.note("to match this '\"'", quote);
  reader.text = prefix + text;
  return 'placeholder';
}

function skipString(reader: SourceReader, prefix: string): TokenKind {
  const start = reader.at;
  while (reader.next !== QUOTE && reader.next !== NEWLINE && reader.next !== EOF) reader.read();
  while (!isSeparator(reader.next)) reader.read();
  reader.text = prefix + reader.since(start);
  return 'placeholder';
}
