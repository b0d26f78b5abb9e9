import type { TraitId } from '../types/type.js';
import type { Value } from '../values/value.js';

/** Where an expression is in its source, counted from 1; the end is that of its last character. */
export type Span = { readonly startLine: number; readonly startColumn: number; readonly endLine: number; readonly endColumn: number };

/**
 * An expression of a contract after all passes of the parser (`SymbolicExpression`, clarity-types/src/representations.rs). `id` counts from
 * 1 through the contract in the order of the sorted definitions, depth first.
 */
export type Expression = AtomExpression | LiteralExpression | ListExpression | FieldExpression | TraitReferenceExpression;

type Common = { readonly id: number; readonly span: Span };

/** A name: of a variable, a function, a type, … */
export type AtomExpression = Common & { readonly type: 'atom'; readonly name: string };

/** A literal value. */
type LiteralExpression = Common & { readonly type: 'literal'; readonly value: Value };

/** `(…)`: an application, a definition, a list of pairs. A tuple in braces is one, too, with `tuple` as its first item. */
export type ListExpression = Common & { readonly type: 'list'; readonly items: readonly Expression[] };

/** `'ST….contract.trait`: the name of a trait of another contract. */
type FieldExpression = Common & { readonly type: 'field'; readonly trait: TraitId };

/** `<name>`: a trait that the contract defines, or imports with `use-trait`. */
type TraitReferenceExpression = Common & {
  readonly type: 'trait-reference';
  readonly name: string;
  readonly trait: ReferencedTrait;
};

/** Whether the trait is the contract's own one or that of another contract (`TraitDefinition`). */
export type ReferencedTrait = { readonly type: 'defined' | 'imported'; readonly trait: TraitId };
