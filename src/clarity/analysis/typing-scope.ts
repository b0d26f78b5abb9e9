import type { TraitId, Type } from '../types/type.js';
import type { ClarityVersion } from '../version.js';
import { StaticFailure } from './static-failure.js';

/** How deep scopes can be nested (`MAX_CONTEXT_DEPTH`). */
const MAX_DEPTH = 256;

/** The names that a function, a `let` or a branch of `match` binds (`TypingContext`, clarity/src/vm/analysis/type_checker/contexts.rs). */
export class Scope {
  /** 0 at the top level of a contract, 1 in a function. */
  readonly depth: number;
  readonly #parent: Scope | undefined;
  readonly #variables = new Map<string, Type>();
  /** Few scopes have any. */
  #traits: Map<string, TraitId> | undefined;

  private constructor(parent: Scope | undefined, depth: number) {
    this.#parent = parent;
    this.depth = depth;
  }

  static top(): Scope {
    return new Scope(undefined, 0);
  }

  /** @throws StaticFailure MaxContextDepthReached */
  extend(): Scope {
    if (this.depth >= MAX_DEPTH) throw new StaticFailure('MaxContextDepthReached');
    return new Scope(this, this.depth + 1);
  }

  variable(name: string): Type | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const type = scope.#variables.get(name);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** Returns the trait of a name that can be called. */
  trait(name: string): TraitId | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const trait = scope.#traits?.get(name);
      if (trait !== undefined) return trait;
    }
    return undefined;
  }

  /** Binds what `let` and `match` bind: from Clarity 2 on, a name can hold a trait. */
  bind(name: string, type: Type, version: ClarityVersion): void {
    if (version >= 2) this.bindParameter(name, type);
    else this.#variables.set(name, type);
  }

  /** Parameters can hold a trait in all versions. */
  bindParameter(name: string, type: Type): void {
    if (type.kind === 'callable' && type.callable.trait !== undefined) {
      this.#traits ??= new Map();
      this.#traits.set(name, type.callable.trait);
    } else {
      this.#variables.set(name, type);
    }
  }
}
