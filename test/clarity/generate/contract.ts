import { listType, optionalType, responseType, tupleType } from '#dist/clarity/types/construct.js';
import type { Parameter, Trait } from '#dist/clarity/types/function.js';
import { BOOL, CallableType, type Type, UINT } from '#dist/clarity/types/type.js';
import type { Dice } from './dice.js';
import { FAMILIES } from './families.js';
import { randomType, sourceOfType } from './types.js';
import { type Family, type GeneratedContract, type GeneratedFunction, type Scope, Writer, type WriterOptions } from './writer.js';

type Options = WriterOptions & {
  /** What expressions are made of. @default all */
  readonly families?: readonly Family[] | undefined;
  /** Whether a source can be deployed. A definition with which it cannot is mostly left out. */
  readonly accepts: (source: string) => boolean;
  /** Whether constants name contracts that are called. @default true */
  readonly namesTargets?: boolean | undefined;
};

/** How deep an expression may be nested. */
const SHALLOW = 2;
const DEEP = 5;
/** How often a definition stays with which the contract cannot be deployed. */
const REFUSED = 0.01;

/** Writes a contract with definitions of all kinds. */
export function generateContract(dice: Dice, options: Options): GeneratedContract {
  return new ContractWriter(dice, options).write();
}

class ContractWriter {
  readonly #dice: Dice;
  readonly #options: Options;
  readonly #writer: Writer;
  readonly #sources: string[] = [];
  readonly #traits = new Map<string, Trait>();
  readonly #implements: string[] = [];

  constructor(dice: Dice, options: Options) {
    this.#dice = dice;
    this.#options = options;
    this.#writer = new Writer(dice, options.families ?? FAMILIES, options);
  }

  write(): GeneratedContract {
    const dice = this.#dice;
    this.#useTraits();
    if (dice.chance(0.4)) this.#trait();
    dice.times(1, 2, () => this.#fungible());
    dice.times(1, 2, () => this.#nonFungible());
    dice.times(1, 2, () => this.#map());
    dice.times(2, 4, () => this.#constant());
    dice.times(0, 1, () => this.#target());
    dice.times(1, 3, () => this.#variable());
    dice.times(5, 10, () => this.#function());
    this.#implementTraits();
    if (dice.chance(0.3)) this.#define(this.#writer.statement({ locals: [], canWrite: true, depth: SHALLOW }), () => {});
    const { id, version } = this.#options;
    return {
      id,
      version,
      source: this.#shuffled().join('\n'),
      functions: this.#writer.definitions.functions,
      traits: this.#traits,
      implements: this.#implements,
    };
  }

  /** Definitions may come in any order: exchanges two of them. */
  #shuffled(): string[] {
    const sources = this.#sources.slice();
    if (!this.#dice.chance(0.3)) return sources;
    const [a, b] = [this.#dice.below(sources.length), this.#dice.below(sources.length)];
    [sources[a], sources[b]] = [sources[b] as string, sources[a] as string];
    return this.#options.accepts(sources.join('\n')) ? sources : this.#sources;
  }

  #define(source: string, note: () => void): void {
    if (!this.#options.accepts([...this.#sources, source].join('\n')) && !this.#dice.chance(REFUSED)) return;
    this.#sources.push(source);
    note();
  }

  get #top(): Scope {
    return { locals: [], canWrite: true, depth: SHALLOW };
  }

  #useTraits(): void {
    for (const other of this.#options.others)
      for (const [name, trait] of other.traits)
        this.#define(`(use-trait ${name} '${other.id}.${name})`, () => this.#writer.definitions.traits.set(name, trait));
  }

  #trait(): void {
    const dice = this.#dice;
    const name = this.#unique('trait');
    const methods = new Map(
      dice.times(1, 2, (at) => [
        `${name}-m${at}`,
        { parameters: dice.times(0, 2, () => randomType(dice, 1)), returns: responseType(this.#writer.type(1), UINT) },
      ]),
    );
    const written = [...methods].map(
      ([method, { parameters, returns }]) => `(${method} (${parameters.map(sourceOfType).join(' ')}) ${sourceOfType(returns)})`,
    );
    this.#define(`(define-trait ${name} (${written.join(' ')}))`, () => {
      this.#traits.set(name, methods);
      this.#writer.definitions.traits.set(name, methods);
    });
  }

  /** Gives the contract the methods of traits of others; sometimes only says so. */
  #implementTraits(): void {
    const dice = this.#dice;
    for (const other of this.#options.others)
      for (const [name, trait] of other.traits) {
        if (!dice.chance(0.7)) continue;
        for (const [method, { parameters, returns }] of trait)
          this.#method(
            method,
            parameters.map((type) => ({ name: this.#writer.fresh('p'), type })),
            returns,
          );
        if (dice.chance(0.6)) this.#define(`(impl-trait '${other.id}.${name})`, () => this.#implements.push(name));
        else if (dice.chance(0.7)) this.#implements.push(name);
      }
  }

  #method(name: string, parameters: readonly Parameter[], returns: Type): void {
    this.#functionOf({ name, access: 'public', parameters, returns }, SHALLOW);
  }

  #fungible(): void {
    const name = this.#unique('ft');
    const cap = this.#dice.chance(0.4) ? ` u${this.#dice.below(100)}` : '';
    this.#define(`(define-fungible-token ${name}${cap})`, () => this.#writer.definitions.fungible.push(name));
  }

  #nonFungible(): void {
    const [name, type] = [this.#unique('nft'), this.#writer.type(1)];
    this.#define(`(define-non-fungible-token ${name} ${sourceOfType(type)})`, () =>
      this.#writer.definitions.nonFungible.push({ name, type }),
    );
  }

  #map(): void {
    const [name, key, value] = [this.#unique('map'), this.#writer.type(1), this.#writer.type(2)];
    this.#define(`(define-map ${name} ${sourceOfType(key)} ${sourceOfType(value)})`, () =>
      this.#writer.definitions.maps.push({ name, key, value }),
    );
  }

  #constant(): void {
    const [name, type] = [this.#unique('k'), this.#writer.type(1)];
    const value = this.#writer.expression(type, this.#dice.chance(0.7) ? { ...this.#top, depth: 0 } : this.#top);
    this.#define(`(define-constant ${name} ${value})`, () => this.#writer.definitions.constants.push({ name, type }));
  }

  #target(): void {
    if (this.#options.others.length === 0 || this.#options.namesTargets === false) return;
    const [name, contract] = [this.#unique('target'), this.#dice.pick(this.#options.others)];
    this.#define(`(define-constant ${name} '${contract.id})`, () => this.#writer.definitions.targets.push({ name, contract }));
  }

  #variable(): void {
    const [name, type] = [this.#unique('var'), this.#writer.type(1)];
    const initial = this.#writer.expression(type, this.#dice.chance(0.7) ? { ...this.#top, depth: 0 } : this.#top);
    this.#define(`(define-data-var ${name} ${sourceOfType(type)} ${initial})`, () =>
      this.#writer.definitions.variables.push({ name, type }),
    );
  }

  #function(): void {
    const dice = this.#dice;
    const access = dice.pick(['private', 'private', 'read-only', 'public', 'public'] as const);
    const name = this.#unique('f');
    const parameters = dice.times(0, 3, () => ({ name: this.#writer.fresh('p'), type: this.#parameterType() }));
    const last = parameters.at(-1)?.type ?? UINT;
    const plain = last.kind === 'callable' || dice.chance(0.7) ? this.#writer.type(2) : last;
    const returns =
      access === 'public'
        ? responseType(dice.chance(0.4) ? BOOL : this.#writer.type(1), dice.chance(0.8) ? UINT : this.#writer.type(0))
        : plain;
    this.#functionOf({ name, access, parameters, returns }, SHALLOW + dice.below(DEEP - SHALLOW));
  }

  #body(fn: GeneratedFunction, depth: number): string {
    const { access, parameters, returns } = fn;
    const scope: Scope = { locals: parameters, returns, canWrite: access !== 'read-only', depth };
    const result = this.#writer.expression(returns, scope);
    if (access !== 'public' || this.#dice.chance(0.3)) return result;
    return `(begin ${this.#dice.times(1, 3, () => this.#writer.statement({ ...scope, depth: SHALLOW })).join(' ')} ${result})`;
  }

  #functionOf(fn: GeneratedFunction, depth: number): void {
    const parameters = fn.parameters.map(({ name, type }) => ` (${name} ${sourceOfType(type)})`).join('');
    for (let attempt = 0, isDone = false; attempt < 3 && !isDone; attempt++)
      this.#define(`(define-${fn.access} (${fn.name}${parameters})\n  ${this.#body(fn, depth)})`, () => {
        isDone = true;
        this.#writer.definitions.functions.push(fn);
      });
  }

  /** Traits may be parts of a parameter from Clarity 2 on. */
  #parameterType(): Type {
    const dice = this.#dice;
    const traits = [...this.#writer.definitions.traits.keys()];
    if (traits.length === 0 || !dice.chance(0.25)) return this.#writer.type(1);
    const trait = new CallableType({ trait: { contract: this.#options.id, name: dice.pick(traits) } });
    if (this.#options.version < 2 || dice.chance(0.6)) return trait;
    return dice.pick([
      optionalType(trait),
      listType(trait, 2),
      tupleType([
        ['id', trait],
        ['a', UINT],
      ]),
      responseType(trait, UINT),
    ]);
  }

  /** Names differ between contracts, so that traits of several can be used in one. */
  #unique(prefix: string): string {
    return this.#writer.fresh(`${prefix}-${this.#options.id.slice(this.#options.id.indexOf('.') + 1)}-`);
  }
}
