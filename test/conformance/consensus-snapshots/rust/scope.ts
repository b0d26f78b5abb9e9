import { isList, type Rust, unresolved } from './value.js';

/** The left side of `let`. */
export type Pattern = string | readonly Pattern[];

/** What names mean. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #names = new Map<string, Rust>();

  constructor(parent?: Scope) {
    this.#parent = parent;
  }

  has(name: string): boolean {
    return this.#names.has(name) || this.#parent?.has(name) === true;
  }

  get(name: string): Rust {
    return this.#names.has(name) ? this.#names.get(name) : this.#parent?.get(name);
  }

  set(name: string, value: Rust): void {
    this.#names.set(name, value);
  }

  /** Changes a variable where it is. */
  assign(name: string, value: Rust): void {
    if (this.#names.has(name)) this.#names.set(name, value);
    else if (this.#parent === undefined) unresolved(`name ${name}`);
    else this.#parent.assign(name, value);
  }

  bind(pattern: Pattern, value: Rust): void {
    if (typeof pattern === 'string') return void this.#names.set(pattern, value);
    for (const [at, part] of pattern.entries()) this.bind(part, isList(value) ? value[at] : undefined);
  }
}
