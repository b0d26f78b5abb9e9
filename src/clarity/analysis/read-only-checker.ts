import { isNative, type NativeName } from '../natives/native-names.js';
import { readDefinition } from '../syntax/definition.js';
import type { Expression } from '../syntax/expression.js';
import type { ClarityVersion } from '../version.js';
import type { FindContract } from './contract-analysis.js';
import { StaticFailure } from './static-failure.js';

/** How deep natives may be nested (`NATIVE_FUNCTION_CHECK_RECURSION_LIMIT`). */
const MAX_DEPTH = 160;

/** Returns whether an application of a native writes nothing. @throws StaticFailure */
export type ReadOnlyRule = (checker: ReadOnlyChecker, args: readonly Expression[]) => boolean;

/** Finds what writes (clarity/src/vm/analysis/read_only_checker/mod.rs). Failures have no place: it is that of `current`. */
export class ReadOnlyChecker {
  readonly contracts: FindContract;
  readonly pureFunctions = new Set<string>();
  /** The innermost application that is being checked. */
  current: Expression | undefined;
  readonly #version: ClarityVersion;
  readonly #ruleOf: (name: NativeName) => ReadOnlyRule | undefined;
  readonly #functions = new Map<string, boolean>();
  /** The natives around the expression that is being checked. */
  #depth = 0;

  /** @param ruleOf the rule of a native, or undefined if its arguments decide */
  constructor(version: ClarityVersion, contracts: FindContract, ruleOf: (name: NativeName) => ReadOnlyRule | undefined) {
    this.#ruleOf = ruleOf;
    this.#version = version;
    this.contracts = contracts;
  }

  checkTopLevel(expression: Expression): void {
    this.current = expression;
    const definition = readDefinition(expression);
    switch (definition?.form) {
      case undefined:
        this.isReadOnly(expression);
        break;
      case 'define-constant':
        this.isReadOnly(definition.value);
        break;
      case 'define-data-var':
        this.isReadOnly(definition.initial);
        break;
      case 'define-fungible-token':
        if (definition.supply !== undefined) this.isReadOnly(definition.supply);
        break;
      case 'define-private':
      case 'define-public':
      case 'define-read-only':
        this.#checkFunction(definition.signature[0], definition.body, definition.form === 'define-read-only');
        break;
    }
  }

  #checkFunction(head: Expression | undefined, body: Expression, mustBeReadOnly: boolean): void {
    if (head === undefined) throw new StaticFailure('DefineFunctionBadSignature');
    if (head.type !== 'atom') throw new StaticFailure('BadFunctionName');
    const isReadOnly = this.isReadOnly(body);
    if (mustBeReadOnly && !isReadOnly) throw new StaticFailure('WriteAttemptedInReadOnly');
    this.#functions.set(head.name, isReadOnly);
    if (isReadOnly) this.pureFunctions.add(head.name);
    else this.pureFunctions.delete(head.name);
  }

  /** Returns whether an expression writes nothing. */
  isReadOnly(expression: Expression): boolean {
    if (expression.type !== 'list') return true;
    const outer = this.current;
    this.current = expression;
    const result = this.isApplicationReadOnly(expression.items);
    this.current = outer;
    return result;
  }

  /** Visits all, also after one that writes: a later one may be wrong. */
  areReadOnly(expressions: readonly Expression[]): boolean {
    let result = true;
    for (const expression of expressions) if (!this.isReadOnly(expression)) result = false;
    return result;
  }

  isApplicationReadOnly(items: readonly Expression[]): boolean {
    const head = items[0];
    const args = items.slice(1);
    if (head?.type !== 'atom') throw new StaticFailure('NonFunctionApplication');
    if (isNative(head.name, this.#version)) return this.#isNativeReadOnly(head.name, args);
    const isReadOnly = this.#functions.get(head.name);
    if (isReadOnly === undefined) throw new StaticFailure('UnknownFunction', head.name);
    return this.areReadOnly(args) && isReadOnly;
  }

  #isNativeReadOnly(name: NativeName, args: readonly Expression[]): boolean {
    if (this.#depth > MAX_DEPTH) throw new StaticFailure('ReadOnlyCheckerRecursionLimitExceeded');
    this.#depth++;
    const rule = this.#ruleOf(name);
    const result = rule === undefined ? this.areReadOnly(args) : rule(this, args);
    this.#depth--;
    return result;
  }
}
