import { readPairs } from '../analysis/pairs.js';
import { StaticFailure, toStatic } from '../analysis/static-failure.js';
import { TypeFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { asciiType, bufferType, listType, optionalType, responseType, tupleType, utf8Type } from './construct.js';
import type { Parameter } from './function.js';
import { BOOL, CallableType, INT, PRINCIPAL, type Type, UINT } from './type.js';

const ATOMS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['int', INT],
  ['uint', UINT],
  ['bool', BOOL],
  ['principal', PRINCIPAL],
]);

const MAX_U32 = 2n ** 32n - 1n;

/**
 * Reads a type, such as `(optional uint)` (`parse_type_repr`, clarity/src/vm/types/signatures.rs).
 * @param step called once for each type in it, before that is read: `TypeParseStep`
 * @throws StaticFailure UnknownTypeName, BadSyntaxBinding
 * @throws TypeFailure InvalidTypeDescription, and what the constructors of types throw
 */
export function parseType(expression: Expression, step: () => void): Type {
  step();
  switch (expression.type) {
    case 'atom': {
      const type = ATOMS.get(expression.name);
      if (type === undefined) throw new StaticFailure('UnknownTypeName', expression.name);
      return type;
    }
    case 'list':
      return parseCompound(expression.items, step);
    case 'trait-reference':
      return new CallableType({ trait: expression.trait.trait });
    default:
      throw new TypeFailure('InvalidTypeDescription');
  }
}

function parseCompound(items: readonly Expression[], step: () => void): Type {
  const [head, first, second] = items;
  if (head?.type !== 'atom') throw new TypeFailure('InvalidTypeDescription');
  switch (head.name) {
    case 'tuple':
      return parseTuple(items.slice(1), step);
    case 'list': {
      if (items.length !== 3 || first === undefined || second === undefined) break;
      const length = intOf(first);
      const entry = parseType(second, step);
      if (length < 0n || length > MAX_U32) throw new TypeFailure('ValueTooLarge');
      return listType(entry, Number(length));
    }
    case 'response':
      if (items.length !== 3 || first === undefined || second === undefined) break;
      return responseType(parseType(first, step), parseType(second, step));
    case 'optional':
      if (items.length !== 2 || first === undefined) break;
      return optionalType(parseType(first, step));
    case 'buff':
      if (items.length !== 2 || first === undefined) break;
      return bufferType(intOf(first));
    case 'string-ascii':
      if (items.length !== 2 || first === undefined) break;
      return asciiType(intOf(first));
    case 'string-utf8':
      if (items.length !== 2 || first === undefined) break;
      return utf8Type(intOf(first));
  }
  throw new TypeFailure('InvalidTypeDescription');
}

function intOf(expression: Expression): bigint {
  if (expression.type !== 'literal' || expression.value.kind !== 'int') throw new TypeFailure('InvalidTypeDescription');
  return expression.value.value;
}

function parseTuple(pairs: readonly Expression[], step: () => void): Type {
  return tupleType(readPairs(pairs, 'tuple', (name, type) => [name, parseType(type, step)] as const));
}

/**
 * Reads the parameters of a function: pairs of name and type. Errors have the place of the pair, name or type.
 * @throws StaticFailure
 * @throws CostFailure what `step` throws
 */
export function parseParameters(pairs: readonly Expression[], step: () => void): Parameter[] {
  return readPairs(pairs, 'parameters', (name, expression) => {
    try {
      return { name, type: parseType(expression, step) };
    } catch (error) {
      const failure = toStatic(error);
      throw failure instanceof StaticFailure ? failure.at(expression) : failure;
    }
  });
}
