import { optionalType, responseType } from '#dist/clarity/types/construct.js';
import { BOOL, INT, type Type, UINT } from '#dist/clarity/types/type.js';
import type { Family, Scope, Writer } from '../writer.js';

/** `if`, `begin`, `let`, `match`, `print`. */
export const choices: Family = (writer, type, scope) => {
  const { dice } = writer;
  const branch = (held: Type) => {
    const name = writer.fresh('m');
    return ` ${name} ${writer.expression(type, within(scope, name, held))}`;
  };
  return [
    () => `(if${writer.args([BOOL, type, type], scope)})`,
    () => `(begin ${dice.times(1, 2, () => writer.statement(scope)).join(' ')} ${writer.expression(type, scope)})`,
    () => letOf(writer, type, scope),
    () => letOf(writer, type, scope),
    () => {
      const held = writer.type(1);
      return `(match ${writer.expression(optionalType(held), scope)}${branch(held)} ${writer.expression(type, scope)})`;
    },
    () => {
      const [ok, err] = [writer.type(1), writer.type(1)];
      return `(match ${writer.expression(responseType(ok, err), scope)}${branch(ok)}${branch(err)})`;
    },
    ...(type.kind === 'response' ? [] : [() => `(print${writer.args([type], scope)})`]),
  ];
};

function within(scope: Scope, name: string, type: Type): Scope {
  return { ...scope, locals: [...scope.locals, { name, type }] };
}

function letOf(writer: Writer, type: Type, scope: Scope): string {
  let inner = scope;
  const bindings = writer.dice.times(1, 3, () => {
    const [name, held] = [writer.fresh('v'), writer.dice.chance(0.2) ? type : writer.type(2)];
    const binding = `(${name} ${writer.expression(held, inner)})`;
    inner = within(inner, name, held);
    return binding;
  });
  const statement = writer.dice.chance(0.3) ? `${writer.statement(inner)} ` : '';
  return `(let (${bindings.join(' ')}) ${statement}${writer.expression(type, inner)})`;
}

/** What takes a value out of an optional or a response, or looks into it. */
export const wrappers: Family = (writer, type, scope) => {
  const optional = () => writer.expression(optionalType(type), scope);
  const common = [
    () => `(default-to ${writer.expression(type, scope)} ${optional()})`,
    () => `(unwrap-panic ${writer.dice.chance(0.5) ? optional() : writer.expression(responseType(type, UINT), scope)})`,
    () => `(unwrap-err-panic${writer.args([responseType(INT, type)], scope)})`,
  ];
  if (type.kind === 'bool')
    return [
      ...common,
      ...['is-some', 'is-none'].map((name) => () => `(${name}${writer.args([optionalType(writer.type(1))], scope)})`),
      ...['is-ok', 'is-err'].map((name) => () => `(${name}${writer.args([responseType(writer.type(1), writer.type(0))], scope)})`),
    ];
  const chosen = (yes: string, no: string) => `(if ${writer.expression(BOOL, scope)} ${yes} ${no})`;
  if (type.kind === 'optional') return [...common, () => chosen(`(some${writer.args([type.inner], scope)})`, 'none')];
  if (type.kind === 'response')
    return [...common, () => chosen(`(ok${writer.args([type.ok], scope)})`, `(err${writer.args([type.err], scope)})`)];
  return common;
};

/** What may leave the function. */
export const earlyReturns: Family = (writer, type, scope) => {
  const { returns } = scope;
  if (returns === undefined) return [];
  const thrown = () => writer.expression(returns, scope);
  return [
    () => {
      const wrapped = writer.dice.chance(0.5) ? optionalType(type) : responseType(type, INT);
      return `(unwrap! ${writer.expression(wrapped, scope)} ${thrown()})`;
    },
    () => `(unwrap-err!${writer.args([responseType(UINT, type)], scope)} ${thrown()})`,
    () => `(begin (asserts!${writer.args([BOOL], scope)} ${thrown()})${writer.args([type], scope)})`,
    ...(returns.kind === 'response' ? [() => `(try!${writer.args([responseType(type, returns.err)], scope)})`] : []),
    ...(returns.kind === 'optional' ? [() => `(try!${writer.args([optionalType(type)], scope)})`] : []),
  ];
};
