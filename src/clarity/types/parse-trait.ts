import { StaticFailure } from '../analysis/static-failure.js';
import type { Epoch } from '../epoch.js';
import { CostFailure, TypeFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import type { ClarityVersion } from '../version.js';
import type { MethodType, Trait } from './function.js';
import { parseType } from './parse.js';
import type { ResponseType } from './type.js';

/** The most parameters of a function, from epoch 3.3 on. */
export const MAX_PARAMETERS = 256;
/** The most methods of a trait, from epoch 3.3 on. */
const MAX_METHODS = 256;

/**
 * Reads the methods of a trait (`parse_trait_type_repr`, clarity/src/vm/types/signatures.rs). In Clarity 1, the last one of a name counts.
 * @param step called once for each type
 * @throws StaticFailure, TypeFailure
 */
export function parseTrait(methods: Expression, step: () => void, epoch: Epoch, version: ClarityVersion): Trait {
  if (methods.type !== 'list') throw new StaticFailure('DefineTraitBadSignature');
  const { items } = methods;
  if (epoch.limitsParameters && items.length > MAX_METHODS) throw new StaticFailure('TraitTooManyMethods', items.length, MAX_METHODS);
  const trait = new Map<string, MethodType>();
  for (const item of items) {
    const [name, method] = parseMethod(item, step, epoch);
    if (trait.has(name) && version >= 2) throw new StaticFailure('DefineTraitDuplicateMethod', name);
    trait.set(name, method);
  }
  return new Map([...trait].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parseMethod(method: Expression, step: () => void, epoch: Epoch): readonly [string, MethodType] {
  if (method.type !== 'list') throw new StaticFailure('DefineTraitBadSignature');
  if (method.items.length !== 3) throw new TypeFailure('InvalidTypeDescription');
  const [name, parameters, returns] = method.items as readonly Expression[] as readonly [Expression, Expression, Expression];
  if (name.type !== 'atom' || parameters.type !== 'list') throw new StaticFailure('DefineTraitBadSignature');
  const { items } = parameters;
  if (epoch.limitsParameters && items.length > MAX_PARAMETERS)
    throw new StaticFailure('TooManyFunctionParameters', items.length, MAX_PARAMETERS);
  return [name.name, { parameters: items.map((type) => parseType(type, step)), returns: parseReturns(returns, step) }];
}

/** Whatever is wrong with the type that a method returns, the trait is. */
function parseReturns(expression: Expression, step: () => void): ResponseType {
  let type: ReturnType<typeof parseType> | undefined;
  try {
    type = parseType(expression, step);
  } catch (error) {
    if (error instanceof CostFailure || !(error instanceof Error)) throw error;
  }
  if (type?.kind !== 'response') throw new StaticFailure('DefineTraitBadSignature');
  return type;
}
