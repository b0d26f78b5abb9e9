import type { Span } from '../../clarity/syntax.js';

/** The text of a source, by the places of its expressions. A contract has ASCII characters only, so that a column is a character. */
export type SourceText = {
  /** Returns the text of an expression. */
  slice(span: Span): string;
  /** Returns the whole source with another text in the place of an expression. */
  replace(span: Span, text: string): string;
  /** Returns a line, which counts from 1, without its end. */
  line(number: number): string;
};

export function createSourceText(source: string): SourceText {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  const offset = (line: number, column: number): number => (starts[line - 1] ?? source.length) + column - 1;
  const begin = ({ startLine, startColumn }: Span): number => offset(startLine, startColumn);
  const end = ({ endLine, endColumn }: Span): number => offset(endLine, endColumn) + 1;
  return {
    slice: (span) => source.slice(begin(span), end(span)),
    replace: (span, text) => source.slice(0, begin(span)) + text + source.slice(end(span)),
    line: (number) => source.slice(starts[number - 1] ?? source.length, starts[number] ?? source.length).trimEnd(),
  };
}
