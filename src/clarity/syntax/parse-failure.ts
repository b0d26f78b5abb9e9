import type { Epoch } from '../epoch.js';
import type { Diagnostic } from './diagnostic.js';
import type { Span } from './expression.js';

/** The messages of the parser by variant (`ParseErrorKind`, clarity/src/vm/ast/errors.rs). */
const MESSAGES = {
  /** @param reason a message of the lexer */
  Lexer: (reason: string) => reason,
  FailedParsingIntValue: (digits: string) => `Failed to parse int literal '${digits}'`,
  FailedParsingUIntValue: (digits: string) => `Failed to parse uint literal 'u${digits}'`,
  IllegalASCIIString: (text: string) => `illegal ascii string "${text}"`,
  InvalidBuffer: () => 'invalid hex-string literal',
  InvalidPrincipalLiteral: () => 'invalid principal literal',
  NameTooLong: (name: string) => `illegal name (too long), '${name}'`,
  ContractNameTooLong: (name: string) => `contract name '${name}' is too long`,
  IllegalContractName: (name: string) => `Illegal contract name: '${name}'`,
  ExpectedContractIdentifier: () => 'expected contract identifier',
  ExpectedTraitIdentifier: () => 'expected trait identifier',
  ExpectedWhitespace: () => 'expected whitespace before expression',
  ExpectedClosing: (token: string) => `expected closing '${token}'`,
  NoteToMatchThis: (token: string) => `to match this '${token}'`,
  UnexpectedToken: (token: string) => `unexpected '${token}'`,
  TupleColonExpectedv2: () => "expected ':' after key in tuple",
  TupleCommaExpectedv2: () => "expected ',' separating key-value pairs in tuple",
  TupleValueExpected: () => 'expected value expression for tuple',
  ExpressionStackDepthTooDeep: tooDeep,
  VaryExpressionStackDepthTooDeep: tooDeep,
  CircularReference: (names: readonly string[]) => `detected interdependent functions (${names.join(', ')})`,
  NameAlreadyUsed: (name: string) => `defining '${name}' conflicts with previous value`,
  DefineTraitBadSignature: () => '(define-trait ...) expects a trait name and a trait definition',
  ImportTraitBadSignature: () => '(use-trait ...) expects a trait name and a trait identifier',
  ImplTraitBadSignature: () => '(impl-trait ...) expects a trait identifier',
  TraitReferenceNotAllowed: () => 'trait references can not be stored',
  TraitReferenceUnknown: (name: string) => `use of undeclared trait <${name}>`,
} as const satisfies Record<string, (...parts: never[]) => string>;

function tooDeep(limit: number): string {
  return `AST has too deep of an expression nesting. The maximum stack depth is ${limit}`;
}

export type ParseReason = keyof typeof MESSAGES;
export type ParseParts<R extends ParseReason> = Parameters<(typeof MESSAGES)[R]>;

/** Returns the text of a parse error. */
export function parseMessage<R extends ParseReason>(reason: R, parts: ParseParts<R>): string {
  return (MESSAGES[reason] as (...parts: ParseParts<R>) => string)(...parts);
}

/** A source that is not Clarity (`ParseError`, clarity/src/vm/ast/errors.rs). `name` is the node's variant, `message` its text. */
export class ParseFailure extends Error {
  override readonly name: ParseReason;
  /** Where, if it concerns a single place. */
  readonly span: Span | undefined;
  /** What a node reports: it knows no positions, but shows that some errors have one. */
  readonly vmError: string;

  /** @param namesPlace whether the node's error has a position */
  constructor(name: ParseReason, message: string, span: Span | undefined, namesPlace = false) {
    super(message);
    this.name = name;
    this.span = span;
    this.vmError = namesPlace ? `:0:0: ${message}` : message;
  }

  /** Returns whether a transaction that deploys such a source is invalid. Otherwise it is included, and aborts. */
  rejectsIn(epoch: Epoch): boolean {
    const isDepth = this.name === 'ExpressionStackDepthTooDeep' || this.name === 'VaryExpressionStackDepthTooDeep';
    return isDepth && !epoch.abortsOnDepthAndSupertype;
  }
}

/** Decides what follows from an error: the end of parsing, or an entry in a list. */
export class ParseReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly collects: boolean;

  /** @param collects whether parsing continues after errors */
  constructor(collects: boolean) {
    this.collects = collects;
  }

  /** @throws ParseFailure unless this collects */
  add<R extends ParseReason>(reason: R, span: Span, ...parts: ParseParts<R>): void {
    const message = parseMessage(reason, parts);
    if (!this.collects) throw new ParseFailure(reason, message, span);
    this.diagnostics.push({ level: reason === 'NoteToMatchThis' ? 'note' : 'error', message, span });
  }

  /** Adds a message of the lexer that belongs to the error before. */
  note(message: string, span: Span): void {
    if (this.collects) this.diagnostics.push({ level: 'note', message, span });
  }

  /** Runs a pass over the whole source. @throws ParseFailure unless this collects */
  run(pass: () => void): void {
    try {
      pass();
    } catch (error) {
      if (!this.collects || !(error instanceof ParseFailure)) throw error;
      this.diagnostics.push({ level: 'error', message: error.message, span: error.span });
    }
  }
}
