import type { Span } from '../syntax/expression.js';
import type { Node } from '../syntax/node.js';
import type { Scope } from './scope.js';

/** A contract by its id, and where a source names it. */
export type Use = { readonly contract: string; readonly node: Span };

export type TraitName = { readonly contract: string | undefined; readonly name: string };

/** What a contract is passed to: a function of the source itself, of another contract, or of a trait. */
export type Call =
  | { readonly type: 'own'; readonly fn: string }
  | { readonly type: 'contract'; readonly contract: string; readonly fn: string }
  /** A trait without a contract is one of the source itself. */
  | { readonly type: 'trait'; readonly trait: TraitName; readonly fn: string };

/** An argument of a call. */
export type Passed = { readonly node: Node; readonly scope: Scope; readonly call: Call; readonly index: number };

/** Whether each parameter of a function takes a trait. */
export type Signature = readonly boolean[];

/** The contracts that a source names. */
export type ContractUses = {
  /** All of them, in the order of the source. */
  readonly named: readonly Use[];
  /** Those that it calls or takes traits from. */
  readonly needed: readonly Use[];
  /** What it passes to functions. Contracts in it must exist if the function takes a trait: `neededUses`. */
  readonly passed: readonly Passed[];
  readonly functions: ReadonlyMap<string, Signature>;
  readonly traits: ReadonlyMap<string, ReadonlyMap<string, Signature>>;
};
