import type { Span } from './expression.js';

/** What a token is, by the word that messages have for it. */
export type TokenKind =
  | 'EOF'
  | 'whitespace'
  | '('
  | ')'
  | '{'
  | '}'
  | ':'
  | ','
  | '.'
  | 'int'
  | 'uint'
  | 'string-ascii'
  | 'string-utf8'
  | 'bytes'
  | 'principal'
  | 'identifier'
  | 'trait-identifier'
  | Operator
  | 'comment'
  | 'placeholder';

/** A token that is a name by itself. */
type Operator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=';

/** A token and where it is (clarity/src/vm/ast/parser/v2/lexer/token.rs). */
export type Token = {
  readonly kind: TokenKind;
  /**
   * The contents: digits without `u` or `0x`, a string without its quotes and escapes, a name without `'`, `<` and `>`; of a comment only
   * if comments are kept.
   */
  readonly text: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/** The text of a comment without `;;` and the white space after it. */
export type Comment = { readonly text: string; readonly span: Span };

export function spanOf({ startLine, startColumn, endLine, endColumn }: Span): Span {
  return { startLine, startColumn, endLine, endColumn };
}
