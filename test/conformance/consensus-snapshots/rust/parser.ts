import type { Environment } from './environment.js';
import { callbackOf, combined, type Evaluate, type FunctionDefinition, fieldOf, itemOf } from './evaluate.js';
import { operate } from './operate.js';
import { type Pattern, Scope } from './scope.js';
import type { Token } from './token.js';
import { TokenReader } from './token-reader.js';
import { callable, numberOf, RangeValue, type Record, unresolved } from './value.js';

type Statement = { readonly isValue: boolean; readonly run: Evaluate };

const LEVELS = [['||'], ['&&'], ['==', '!=', '<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']];
const ENDS = [')', ']', '}', ',', ';', '{'];

/** Turns the subset of Rust in which the tests are written into closures. */
export class Parser extends TokenReader {
  readonly #environment: Environment;

  constructor(tokens: readonly Token[], environment: Environment) {
    super(tokens);
    this.#environment = environment;
  }

  /** Reads a function, behind its attributes. */
  function(): FunctionDefinition {
    this.eat('pub');
    this.need('fn');
    const name = this.next().value;
    if (this.is('<')) this.skipAngles();
    const given = new Parser(this.group(), this.#environment);
    const parameters: Pattern[] = [];
    while (!given.isDone) {
      parameters.push(given.pattern());
      given.need(':');
      given.skipType();
      given.eat(',');
    }
    if (this.eat('->')) this.skipType();
    return { name, parameters, body: this.#block() };
  }

  expression(allowsStruct = true): Evaluate {
    const start = this.at;
    const left = this.#range(allowsStruct);
    const sign = ['=', '+=', '-=', '*='].find((operator) => this.eat(operator));
    if (sign === undefined) return left;
    const name = this.tokens[start]?.value as string;
    const right = this.expression(allowsStruct);
    return (scope) => scope.assign(name, sign === '=' ? right(scope) : operate(sign.charAt(0), scope.get(name), right(scope))) as undefined;
  }

  /** Reads what stands between commas. */
  list(tokens: readonly Token[]): Evaluate[] {
    const parts = new Parser(tokens, this.#environment);
    const items: Evaluate[] = [];
    while (!parts.isDone) {
      items.push(parts.expression());
      if (!parts.eat(',') && !parts.isDone) unresolved(`syntax: ${parts.peek()?.value}`);
    }
    return items;
  }

  #block(): Evaluate {
    const inner = new Parser(this.group(), this.#environment);
    const functions: FunctionDefinition[] = [];
    const statements: Statement[] = [];
    while (!inner.isDone) {
      inner.skipAttributes();
      if (inner.eat(';')) continue;
      if (inner.is('use')) while (!inner.eat(';')) inner.at++;
      else if (inner.is('fn') || (inner.is('pub') && inner.is('fn', 1))) functions.push(inner.function());
      else statements.push(inner.#statement());
    }
    return (parent) => {
      const scope = new Scope(parent);
      for (const fn of functions) scope.set(fn.name, callbackOf(fn, scope));
      for (const { isValue, run } of statements) {
        const value = run(scope);
        if (isValue) return value;
      }
      return undefined;
    };
  }

  #statement(): Statement {
    if (this.isAny(['let', 'const', 'static'])) {
      this.at++;
      const to = this.pattern();
      if (this.eat(':')) this.skipType();
      const value = this.eat('=') ? this.expression() : () => undefined;
      this.need(';');
      return { isValue: false, run: (scope) => scope.bind(to, value(scope)) as undefined };
    }
    const isBlock = this.isAny(['for', 'if', '{']);
    const run = this.expression();
    if (this.eat(';')) return { isValue: false, run };
    if (!this.isDone && !isBlock) unresolved(`syntax: ; expected before ${this.peek()?.value}`);
    return { isValue: this.isDone, run };
  }

  #range(allowsStruct: boolean): Evaluate {
    const first = this.isAny(['..', '..=']) ? undefined : this.#binary(0, allowsStruct);
    const sign = ['..=', '..'].find((operator) => this.eat(operator));
    if (sign === undefined) return first as Evaluate;
    const last = this.isDone || this.isAny(ENDS) ? undefined : this.#binary(0, allowsStruct);
    return (scope) => new RangeValue(first?.(scope), last?.(scope), sign === '..=');
  }

  #binary(level: number, allowsStruct: boolean): Evaluate {
    const signs = LEVELS[level];
    if (signs === undefined) return this.#cast(allowsStruct);
    let left = this.#binary(level + 1, allowsStruct);
    for (;;) {
      const token = this.peek();
      if (token?.kind !== 'sign' || !signs.includes(token.value)) return left;
      this.at++;
      left = combined(token.value, left, this.#binary(level + 1, allowsStruct));
    }
  }

  #cast(allowsStruct: boolean): Evaluate {
    const value = this.#unary(allowsStruct);
    while (this.eat('as')) this.skipType();
    return value;
  }

  #unary(allowsStruct: boolean): Evaluate {
    if (this.eat('&') || this.eat('&&')) this.eat('mut');
    else if (this.eat('-')) {
      const value = this.#unary(allowsStruct);
      return (scope) => operate('-', 0n, value(scope));
    } else if (this.eat('!')) {
      const value = this.#unary(allowsStruct);
      return (scope) => value(scope) !== true;
    } else if (!this.eat('*')) return this.#postfix(this.#primary(allowsStruct));
    return this.#unary(allowsStruct);
  }

  #postfix(first: Evaluate): Evaluate {
    let value = first;
    for (;;) {
      const target = value;
      if (this.eat('?')) continue;
      if (this.is('(')) {
        const args = this.list(this.group());
        value = (scope) => callable(target(scope))(...args.map((arg) => arg(scope)));
      } else if (this.is('[')) {
        const [index] = this.list(this.group());
        value = (scope) => itemOf(target(scope), index?.(scope));
      } else if (this.eat('.')) value = this.#member(target);
      else return value;
    }
  }

  #member(target: Evaluate): Evaluate {
    const name = this.next().value;
    if (this.eat('::')) this.skipAngles();
    if (!this.is('(')) return (scope) => fieldOf(target(scope), name);
    const args = this.list(this.group());
    return (scope) =>
      this.#environment.method(
        target(scope),
        name,
        args.map((arg) => arg(scope)),
      );
  }

  #primary(allowsStruct: boolean): Evaluate {
    const token = this.peek() ?? unresolved('syntax: end');
    if (token.kind === 'text' || token.kind === 'number') {
      this.at++;
      const value = token.kind === 'text' ? token.value : BigInt(token.value.replaceAll('_', ''));
      return () => value;
    }
    if (this.is('(')) return this.#tuple();
    if (this.is('[')) return this.array(this.group());
    if (this.is('{')) return this.#block();
    if (this.isAny(['|', '||', 'move'])) return this.#closure();
    if (this.eat('for')) return this.#loop();
    if (this.eat('if')) return this.#condition();
    if (token.kind !== 'word' || ['match', 'while', 'loop', 'unsafe', 'return', 'let'].includes(token.value)) unresolved(token.value);
    return this.#path(allowsStruct);
  }

  #tuple(): Evaluate {
    const tokens = this.group();
    const items = this.list(tokens);
    return items.length === 1 && tokens.at(-1)?.value !== ',' ? (items[0] as Evaluate) : (scope) => items.map((item) => item(scope));
  }

  /** Reads `[a, b]` or `[a; n]`. */
  array(tokens: readonly Token[]): Evaluate {
    const parts = new Parser(tokens, this.#environment);
    if (parts.isDone) return () => [];
    const first = parts.expression();
    if (!parts.eat(';')) {
      const items = this.list(tokens);
      return (scope) => items.map((item) => item(scope));
    }
    const count = parts.expression();
    return (scope) => Array.from({ length: numberOf(count(scope)) }, () => first(scope));
  }

  #closure(): Evaluate {
    this.eat('move');
    const parameters: Pattern[] = [];
    if (!this.eat('||')) {
      this.need('|');
      while (!this.eat('|')) {
        parameters.push(this.pattern());
        if (this.eat(':')) this.skipType();
        this.eat(',');
      }
    }
    const body = this.expression();
    return (scope) => callbackOf({ name: '', parameters, body }, scope);
  }

  #loop(): Evaluate {
    const to = this.pattern();
    this.need('in');
    const over = this.expression(false);
    const body = this.#block();
    return (scope) => {
      for (const item of this.#environment.items(over(scope))) {
        const inner = new Scope(scope);
        inner.bind(to, item);
        body(inner);
      }
      return undefined;
    };
  }

  #condition(): Evaluate {
    const test = this.expression(false);
    const then = this.#block();
    const other = this.eat('else') ? (this.eat('if') ? this.#condition() : this.#block()) : undefined;
    return (scope) => (test(scope) === true ? then(scope) : other?.(scope));
  }

  /** Reads a name, a macro or a struct. */
  #path(allowsStruct: boolean): Evaluate {
    const path: string[] = [];
    do {
      if (this.is('<')) this.skipAngles();
      else path.push(this.next().value);
    } while (this.eat('::'));
    const last = path.at(-1) as string;
    if (this.is('!') && !this.is('=', 1)) {
      this.at++;
      const tokens = this.group();
      return (scope) => this.#environment.macro(last, tokens, scope);
    }
    if (allowsStruct && this.is('{') && /^[A-Z]/.test(last)) return this.#struct(last);
    return (scope) => this.#environment.name(path, scope);
  }

  #struct(name: string): Evaluate {
    const parts = new Parser(this.group(), this.#environment);
    const fields: [string, Evaluate][] = [];
    while (!parts.isDone) {
      const field = parts.next().value;
      fields.push([field, parts.eat(':') ? parts.expression() : (scope) => scope.get(field)]);
      parts.eat(',');
    }
    return (scope) => ({ struct: name, ...Object.fromEntries(fields.map(([field, value]) => [field, value(scope)])) }) as Record;
  }
}
