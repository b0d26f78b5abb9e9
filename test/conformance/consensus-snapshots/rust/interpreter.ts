import type { Environment } from './environment.js';
import { callMethod } from './methods.js';
import { Parser } from './parser.js';
import { Scope } from './scope.js';
import type { Token } from './token.js';
import type { TokenReader } from './token-reader.js';
import { listOf, type Ordered, type Rust, show, Text, unresolved } from './value.js';

/** The arguments of a macro. */
export type MacroArguments = {
  readonly values: readonly Rust[];
  /** Those with names: `name = value`, or `name: value`. */
  readonly named: ReadonlyMap<string, Rust>;
};

/** What a program refers to and does not define. */
export type Library = {
  /** Returns undefined for an unknown name. */
  name(path: readonly string[]): Rust;
  /** Expands a macro that Rust does not have. */
  macro(name: string, args: MacroArguments): Rust;
  /** All values of the ordered enum that is iterated over. */
  readonly ordered: readonly Ordered[];
};

/** Evaluates the subset of Rust in which the tests are written. */
export class Interpreter implements Environment {
  readonly #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  /** Runs a function without parameters. @param tokens from `fn` on @throws Unresolved for what this cannot read */
  run(tokens: readonly Token[]): void {
    new Parser(tokens, this).function().body(new Scope());
  }

  /** Evaluates the expression that the tokens begin with. @throws Unresolved */
  evaluate(tokens: readonly Token[]): Rust {
    return new Parser(tokens, this).expression()(new Scope());
  }

  name(path: readonly string[], scope: Scope): Rust {
    const [name] = path;
    if (path.length === 1 && scope.has(name as string)) return scope.get(name as string);
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'None') return null;
    const limit = limitOf(path);
    if (limit !== undefined) return limit;
    const found = this.#library.name(path);
    return found === undefined ? unresolved(`name ${path.join('::')}`) : found;
  }

  method(self: Rust, name: string, args: readonly Rust[]): Rust {
    return callMethod(self, name, args, (value) => this.items(value));
  }

  items(value: Rust): readonly Rust[] {
    return listOf(value, this.#library.ordered);
  }

  macro(name: string, tokens: readonly Token[], scope: Scope): Rust {
    if (name === 'vec') return new Parser([], this).array(tokens)(scope);
    if (name === 'assert' || name === 'assert_eq') return undefined;
    const args = this.#arguments(tokens, scope);
    if (name === 'format') return new Text(this.#format(args, scope));
    if (name === 'concat') return args.values.map(show).join('');
    return this.#library.macro(name, args);
  }

  #arguments(tokens: readonly Token[], scope: Scope): MacroArguments {
    const parser = new Parser(tokens, this);
    const values: Rust[] = [];
    const named = new Map<string, Rust>();
    while (!parser.isDone) {
      if (isNamed(parser)) {
        const { value } = parser.next();
        parser.at++;
        named.set(value, parser.expression()(scope));
      } else values.push(parser.expression()(scope));
      if (!parser.eat(',')) parser.eat(';');
    }
    return { values, named };
  }

  #format({ values: [template, ...values], named }: MacroArguments, scope: Scope): string {
    let next = 0;
    return show(template).replace(/\{\{|\}\}|\{([^{}]*)\}/g, (all, name: string | undefined) => {
      if (name === undefined) return all.charAt(0);
      if (name.includes(':')) return unresolved(`format ${all}`);
      if (name === '') return show(values[next++]);
      if (/^\d+$/.test(name)) return show(values[Number(name)]);
      return show(named.has(name) ? named.get(name) : this.name([name], scope));
    });
  }
}

function isNamed(reader: TokenReader): boolean {
  return reader.peek()?.kind === 'word' && (reader.is('=', 1) || reader.is(':', 1));
}

/** `u128::MAX` and so on. */
function limitOf(path: readonly string[]): bigint | undefined {
  const [, sign, bits, end] = /^([ui])(8|16|32|64|128)::(MAX|MIN)$/.exec(path.slice(-2).join('::')) ?? [];
  if (bits === undefined) return undefined;
  if (sign === 'u') return end === 'MAX' ? 2n ** BigInt(bits) - 1n : 0n;
  const half = 2n ** (BigInt(bits) - 1n);
  return end === 'MAX' ? half - 1n : -half;
}
