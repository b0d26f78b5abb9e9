import type { Span } from './expression.js';

/** What the parser says about a place of a source (clarity/src/vm/diagnostic.rs). */
export type Diagnostic = {
  /** A note belongs to the error before it. */
  readonly level: 'error' | 'note';
  readonly message: string;
  /** Undefined for what concerns no single place, such as a cycle of definitions. */
  readonly span: Span | undefined;
};
