import { RPC_CODE, RpcError } from '../error.js';
import { typeName } from '../json/json.js';
import { isJsonObject } from './arguments.js';
import type { Parameter } from './parameter.js';

/** The JSON type of each member of an object of options. `any` is checked by its reader. */
export type OptionTypes = Record<string, 'bool' | 'number' | 'string' | 'array' | 'object' | 'any'>;

/** Returns a parameter for an object of options. Its members can also be named arguments of the call. */
export function optionsParameter(types: OptionTypes, description: string): Parameter {
  return { name: 'options', usage: 'options', type: 'object', description, default: '', members: Object.keys(types) };
}

/** As {@link readOptions}, but other members are ignored. */
export function knownOptions(value: unknown, types: OptionTypes): Record<string, unknown> {
  const given = isJsonObject(value) ? Object.entries(value) : [];
  return readOptions(Object.fromEntries(given.filter(([name]) => types[name] !== undefined)), types);
}

/** Returns an object of options without nulls. @throws RpcError −3 for an unknown member or a wrong type, as `RPCTypeCheckObj` */
export function readOptions(value: unknown, types: OptionTypes): Record<string, unknown> {
  const given = isJsonObject(value) ? value : {};
  const invalid = (message: string) => new RpcError(RPC_CODE.TYPE_ERROR, message);
  for (const [name, expected] of Object.entries(types)) {
    const actual = typeName(given[name] ?? null);
    if (actual === 'null' || expected === 'any' || actual === expected) continue;
    throw invalid(`JSON value of type ${actual} for field ${name} is not of expected type ${expected}`);
  }
  const unknown = Object.keys(given).find((name) => types[name] === undefined);
  if (unknown !== undefined) throw invalid(`Unexpected key ${unknown}`);
  return Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null));
}

/** Checks the types of an object's members; others are ignored. @throws RpcError −3 with Core's messages */
export function checkMembers(item: Record<string, unknown>, types: Record<string, string>, required: boolean): void {
  for (const [name, expected] of Object.entries(types)) {
    const actual = typeName(item[name]);
    if (actual === expected || (!required && actual === 'null')) continue;
    if (actual === 'null') throw new RpcError(RPC_CODE.TYPE_ERROR, `Missing ${name}`);
    throw new RpcError(RPC_CODE.TYPE_ERROR, `JSON value of type ${actual} for field ${name} is not of expected type ${expected}`);
  }
}
