import type { Trait } from '../types/function.js';
import type { TraitId } from '../types/type.js';
import type { ClarityVersion } from '../version.js';

/**
 * The traits that a contract defines or imports (`TraitContext`, clarity/src/vm/analysis/type_checker/v2_1/contexts.rs). Clarity 1 knows
 * them by their own names only: of two with the same name, the later one counts, and the alias of an import is free. Later versions know
 * them by their full ids.
 */
export class TraitTable {
  readonly #contract: string;
  readonly #version: ClarityVersion;
  /** Clarity 1: by name. */
  readonly #named = new Map<string, Trait>();
  /** Later versions: aliases of all traits, and traits by contract and name. */
  readonly #aliases = new Set<string>();
  readonly #byContract = new Map<string, Map<string, Trait>>();

  constructor(contract: string, version: ClarityVersion) {
    this.#contract = contract;
    this.#version = version;
  }

  hasName(name: string): boolean {
    return this.#version >= 2 ? this.#aliases.has(name) : this.#named.has(name);
  }

  define(name: string, trait: Trait): void {
    this.use(name, { contract: this.#contract, name }, trait);
  }

  use(alias: string, { contract, name }: TraitId, trait: Trait): void {
    if (this.#version === 1) {
      this.#named.set(name, trait);
      return;
    }
    this.#aliases.add(alias);
    const traits = this.#byContract.get(contract) ?? new Map<string, Trait>();
    this.#byContract.set(contract, traits.set(name, trait));
  }

  get({ contract, name }: TraitId): Trait | undefined {
    return this.#version >= 2 ? this.#byContract.get(contract)?.get(name) : this.#named.get(name);
  }

  /** Returns the traits that other contracts can import from this one. */
  own(): ReadonlyMap<string, Trait> {
    if (this.#version === 1) return this.#named;
    return this.#byContract.get(this.#contract) ?? new Map();
  }
}
