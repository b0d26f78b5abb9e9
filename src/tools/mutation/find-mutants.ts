import type { Span } from '../../clarity/syntax.js';
import type { ParsedSource } from '../../clarity/vm.js';
import type { OperatorName } from './operators/site.js';
import { changesOf } from './operators/walk.js';
import { silencedBy } from './silenced.js';
import { createSourceText } from './source-text.js';

/** A contract file with one change. */
export type Mutant = {
  /** The file, relative to the folder that is copied, with `/` between folders. */
  file: string;
  operator: OperatorName;
  span: Span;
  /** The text that was replaced, and what is in its place. */
  original: string;
  replacement: string;
  /** The line of the file on which it begins. */
  line: string;
  /** The whole file with the change. */
  source: string;
  /** Whether a comment `;; mutate-ignore` is about it. */
  isSilenced: boolean;
};

/** Returns the mutants of a file in the order of the source. @param parsed the same text, or that without the code for the simnet */
export function findMutants(
  file: string,
  text: string,
  { expressions, comments }: Pick<ParsedSource, 'expressions' | 'comments'>,
): Mutant[] {
  const source = createSourceText(text);
  const isSilenced = silencedBy(comments, expressions, source);
  const found = new Map<string, Mutant>();
  for (const { operator, at, text: replacement } of changesOf(expressions, ({ span }) => source.slice(span))) {
    const { span } = at;
    const original = source.slice(span);
    const mutated = source.replace(span, replacement);
    if (original === replacement || found.has(mutated)) continue;
    const line = source.line(span.startLine);
    found.set(mutated, { file, operator, span, original, replacement, line, source: mutated, isSilenced: isSilenced(span) });
  }
  return [...found.values()].sort(byPlace);
}

function byPlace({ span: a }: Mutant, { span: b }: Mutant): number {
  return a.startLine - b.startLine || a.startColumn - b.startColumn;
}
