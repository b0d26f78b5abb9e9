import { operate } from './operate.js';
import { type Pattern, Scope } from './scope.js';
import { type Callback, isList, isRecord, numberOf, type Rust, unresolved } from './value.js';

/** Evaluates an expression or a block. */
export type Evaluate = (scope: Scope) => Rust;
export type FunctionDefinition = { readonly name: string; readonly parameters: readonly Pattern[]; readonly body: Evaluate };

export function callbackOf({ parameters, body }: FunctionDefinition, scope: Scope): Callback {
  return (...args) => {
    const inner = new Scope(scope);
    for (const [at, parameter] of parameters.entries()) inner.bind(parameter, args[at]);
    return body(inner);
  };
}

export function combined(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  if (sign === '&&') return (scope) => left(scope) === true && right(scope);
  if (sign === '||') return (scope) => left(scope) === true || right(scope);
  return (scope) => operate(sign, left(scope), right(scope));
}

export function itemOf(list: Rust, index: Rust): Rust {
  return isList(list) ? list[numberOf(index)] : unresolved('index');
}

export function fieldOf(value: Rust, name: string): Rust {
  const found = isList(value) ? value[Number(name)] : isRecord(value) ? (value[name] as Rust) : undefined;
  return found === undefined ? unresolved(`field ${name}`) : found;
}
