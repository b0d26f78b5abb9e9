import { listType, optionalType, responseType } from '#dist/clarity/types/construct.js';
import type { Parameter, Trait } from '#dist/clarity/types/function.js';
import { BOOL, type Type, UINT } from '#dist/clarity/types/type.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import type { Dice } from './dice.js';
import { literalOf, type Names } from './literals.js';
import { randomType } from './types.js';

/** A function that generated code can call. */
export type GeneratedFunction = {
  readonly name: string;
  readonly access: 'public' | 'private' | 'read-only';
  readonly parameters: readonly Parameter[];
  readonly returns: Type;
};

/** A contract that others can call. */
export type GeneratedContract = {
  /** Address, dot, name. */
  readonly id: string;
  readonly version: ClarityVersion;
  readonly source: string;
  readonly functions: readonly GeneratedFunction[];
  readonly traits: ReadonlyMap<string, Trait>;
  /** The names of the traits whose methods it has. */
  readonly implements: readonly string[];
};

/** What an expression can use, and what it must not do. */
export type Scope = {
  readonly locals: readonly Parameter[];
  /** The type that an early return must give: that of the function. */
  readonly returns?: Type | undefined;
  readonly canWrite: boolean;
  /** How deep it may be nested. */
  readonly depth: number;
};

/** Writes an expression. */
export type Form = () => string;
/** Returns the forms of some natives that give a type. */
export type Family = (writer: Writer, type: Type, scope: Scope) => readonly Form[];

/** What a contract has defined so far. */
export type Definitions = {
  readonly constants: Parameter[];
  /** The names of constants that hold a contract, which `contract-call?` may be applied to. */
  readonly targets: { readonly name: string; readonly contract: GeneratedContract }[];
  readonly variables: Parameter[];
  readonly maps: { readonly name: string; readonly key: Type; readonly value: Type }[];
  readonly fungible: string[];
  readonly nonFungible: Parameter[];
  readonly functions: GeneratedFunction[];
  /** Traits that parameters can have, also those of other contracts, by name. */
  readonly traits: Map<string, Trait>;
};

export type WriterOptions = {
  readonly id: string;
  readonly version: ClarityVersion;
  /** Contracts that exist. */
  readonly others: readonly GeneratedContract[];
  readonly accounts: readonly string[];
};

/** Writes random expressions of a contract: each is of any family, then of any form of that. */
export class Writer {
  readonly dice: Dice;
  readonly #families: readonly Family[];
  readonly version: ClarityVersion;
  /** The contract's id. */
  readonly self: string;
  /** Contracts that exist. */
  readonly others: readonly GeneratedContract[];
  readonly names: Names;
  readonly definitions: Definitions = {
    constants: [],
    targets: [],
    variables: [],
    maps: [],
    fungible: [],
    nonFungible: [],
    functions: [],
    traits: new Map(),
  };
  /** Types that a contract prefers, so that its expressions fit each other. */
  readonly #palette: Type[];
  readonly #printed: Type[];
  #count = 0;

  constructor(dice: Dice, families: readonly Family[], { id, version, others, accounts }: WriterOptions) {
    this.dice = dice;
    this.#families = families;
    this.version = version;
    this.self = id;
    this.others = others;
    this.names = {
      principals: [
        ...[...accounts, id, ...others.map((other) => other.id)].map((text) => `'${text}`),
        ...['tx-sender', 'contract-caller'],
        ...(version >= 4 ? ['current-contract'] : []),
      ],
      implementers: (trait) => others.filter((other) => other.implements.includes(trait)).map((other) => `'${other.id}`),
    };
    const any = dice.times(4, 6, (at) => randomType(dice, 1 + (at % 2)));
    this.#palette = [...any, UINT, BOOL, TRANSFERRED, optionalType(UINT), listType(UINT, 4)];
    this.#printed = any.filter(({ kind }) => kind !== 'response');
  }

  /** Returns a new name. */
  fresh(prefix: string): string {
    return `${prefix}${this.#count++}`;
  }

  type(depth: number): Type {
    return this.dice.chance(0.7) ? this.dice.pick(this.#palette) : randomType(this.dice, depth);
  }

  /** Writes an expression whose type the given one admits. */
  expression(type: Type, scope: Scope): string {
    const { dice } = this;
    if (scope.depth > 0 && !dice.chance(0.1)) {
      const inner = { ...scope, depth: scope.depth - 1 };
      const forms = this.#families.map((family) => family(this, type, inner)).filter(({ length }) => length > 0);
      if (forms.length > 0) return dice.pick(dice.pick(forms))();
    }
    return this.leaf(type, scope);
  }

  /** Writes a name or a literal. */
  leaf(type: Type, { locals }: Scope): string {
    const known = [...locals, ...this.definitions.constants].filter((name) => fits(name.type, type));
    if (known.length > 0 && this.dice.chance(0.75)) return this.dice.pick(known).name;
    return this.#literal(type) ?? (known.length > 0 ? this.dice.pick(known).name : '(unwrap-panic none)');
  }

  /** Mostly both sides of a response are there: of another one, not everything can be taken. */
  #literal(type: Type): string | undefined {
    const literal = literalOf(type, this.dice, this.names);
    if (literal === undefined || this.dice.chance(0.1)) return literal;
    if (type.kind === 'optional') return `(if true ${literal} ${literalOf(type, this.dice, this.names)})`;
    if (type.kind !== 'response') return literal;
    const [ok, err] = [literalOf(type.ok, this.dice, this.names), literalOf(type.err, this.dice, this.names)];
    return ok === undefined || err === undefined ? literal : `(if ${this.dice.pick(['true', 'true', 'false'])} (ok ${ok}) (err ${err}))`;
  }

  /** Writes what is evaluated for its effects. */
  statement(scope: Scope): string {
    const { dice } = this;
    if (dice.chance(0.3)) return `(print ${this.expression(dice.pick([UINT, BOOL, optionalType(UINT), ...this.#printed]), scope)})`;
    if (!scope.canWrite || dice.chance(0.3)) return this.expression(BOOL, scope);
    const moved = this.expression(TRANSFERRED, scope);
    return scope.returns?.kind === 'response' && scope.returns.err.kind === 'uint' && dice.chance(0.6)
      ? `(try! ${moved})`
      : `(is-ok ${moved})`;
  }

  /** Writes a number that fits what accounts have, mostly. */
  amount(scope: Scope): string {
    return this.dice.chance(0.8) ? `u${this.dice.below(30)}` : this.expression(UINT, scope);
  }

  /** Writes the index of an item, mostly of one that there is. */
  index(scope: Scope): string {
    return this.dice.chance(0.8) ? `u${this.dice.below(this.dice.pick([1, 1, 5]))}` : this.expression(UINT, scope);
  }

  /** Writes arguments of a function. */
  args(types: readonly Type[], scope: Scope): string {
    return types.map((type) => ` ${this.expression(type, scope)}`).join('');
  }

  /** Returns whether the language has something, from a version on and up to another. */
  since(first: number, last = 6): boolean {
    return this.version >= first && this.version <= last;
  }
}

/** What transfers answer. */
const TRANSFERRED = responseType(BOOL, UINT);

/** Returns whether a value of a type can stand where another type is wanted, as far as generated types go. */
export function fits(given: Type, wanted: Type): boolean {
  switch (wanted.kind) {
    case 'buffer':
    case 'ascii':
    case 'utf8':
      return given.kind === wanted.kind && given.length <= wanted.length;
    case 'list':
      return given.kind === 'list' && given.maxLength <= wanted.maxLength && fits(given.entry, wanted.entry);
    case 'optional':
      return given.kind === 'optional' && fits(given.inner, wanted.inner);
    case 'response':
      return given.kind === 'response' && fits(given.ok, wanted.ok) && fits(given.err, wanted.err);
    case 'tuple':
      return (
        given.kind === 'tuple' &&
        given.fields.equals(wanted.fields) &&
        given.types.every((type, at) => fits(type, wanted.types[at] as Type))
      );
    case 'callable':
      return given.kind === 'callable' && given.callable.trait?.name === wanted.callable.trait?.name;
    default:
      return given.kind === wanted.kind;
  }
}
