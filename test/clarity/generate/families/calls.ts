import type { Trait } from '#dist/clarity/types/function.js';
import type { Type } from '#dist/clarity/types/type.js';
import { type Family, type Form, fits, type GeneratedFunction, type Scope, type Writer } from '../writer.js';

/** Calls of functions: of the contract's own, of other contracts, of whatever has a trait; as another sender. */
export const calls: Family = (writer, type, scope) => [
  ...own(writer, type, scope),
  ...others(writer, type, scope),
  ...byTrait(writer, type, scope),
  ...(writer.since(1, 3) && scope.canWrite ? [() => `(as-contract ${writer.expression(type, scope)})`] : []),
];

const isAllowed = (scope: Scope) => (fn: GeneratedFunction) => scope.canWrite || fn.access === 'read-only';

function own(writer: Writer, type: Type, scope: Scope): Form[] {
  const found = writer.definitions.functions.filter(isAllowed(scope)).filter(({ returns }) => fits(returns, type));
  return found.map(
    ({ name, parameters }) =>
      () =>
        `(${name}${writer.args(
          parameters.map((parameter) => parameter.type),
          scope,
        )})`,
  );
}

function others(writer: Writer, type: Type, scope: Scope): Form[] {
  const { targets } = writer.definitions;
  const called = [...writer.others.map((contract) => ({ name: `'${contract.id}`, contract })), ...targets];
  return called.flatMap(({ name, contract }) =>
    contract.functions
      .filter(({ access, returns }) => access !== 'private' && fits(returns, type))
      .filter(isAllowed(scope))
      .map(
        (fn) => () =>
          `(contract-call? ${name} ${fn.name}${writer.args(
            fn.parameters.map((parameter) => parameter.type),
            scope,
          )})`,
      ),
  );
}

function byTrait(writer: Writer, type: Type, scope: Scope): Form[] {
  if (!scope.canWrite) return [];
  return scope.locals.flatMap(({ name, type: held }) => {
    const trait =
      held.kind === 'callable' && held.callable.trait !== undefined ? writer.definitions.traits.get(held.callable.trait.name) : undefined;
    return [...(trait ?? (new Map() as Trait))]
      .filter(([, method]) => fits(method.returns, type))
      .map(
        ([method, { parameters }]) =>
          () =>
            `(contract-call? ${name} ${method}${writer.args(parameters, scope)})`,
      );
  });
}
