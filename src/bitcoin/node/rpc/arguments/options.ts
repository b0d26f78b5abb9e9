import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { typeName } from '../json/json.js';
import { isJsonObject } from './arguments.js';
import type { Parameter } from './parameter.js';

type JsonType = 'bool' | 'number' | 'string' | 'array' | 'object' | 'any';
/**
 * The JSON type of each member of an object of options. `any` is checked by its reader. With `!`, Core reads the member as soon as it is
 * there, so that null is a wrong type; without, null is as if it were absent.
 */
export type OptionTypes = Readonly<Record<string, JsonType | `${JsonType}!`>>;

/** Returns a parameter for an object of options. Its members can also be named arguments of the call. */
export function optionsParameter(types: OptionTypes, description: string): Parameter {
  return { name: 'options', usage: 'options', type: 'object', description, default: '', members: Object.keys(types) };
}

/**
 * Returns the options of a method that checks them before it reads one (Core's `RPCTypeCheckObj`, strict).
 * @throws RpcError −3 for a wrong type, or an unknown member
 */
export function readOptions(value: unknown, types: OptionTypes): Record<string, unknown> {
  const given = isJsonObject(value) ? value : {};
  const invalid = (message: string) => new RpcError(RPC_CODE.TYPE_ERROR, message);
  // Core's map is in the order of the names.
  for (const name of Object.keys(types).sort()) {
    const { expected } = typeOf(types[name] ?? 'any');
    const actual = typeName(given[name] ?? null);
    if (actual === 'null' || expected === 'any' || actual === expected) continue;
    throw invalid(`JSON value of type ${actual} for field ${name} is not of expected type ${expected}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(types, name));
  if (unknown !== undefined) throw invalid(`Unexpected key ${unknown}`);
  return readMembers(given, types);
}

/** Returns the options of a method that reads one after the other, and ignores the others. @throws RpcError −3 for a wrong type */
export function readMembers(value: unknown, types: OptionTypes): Record<string, unknown> {
  const given = isJsonObject(value) ? value : {};
  const read: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(types)) {
    const { expected, isNullable } = typeOf(type);
    const member = given[name];
    if (member === undefined || (member === null && isNullable)) continue;
    if (expected !== 'any' && typeName(member) !== expected) throw wrongType(member, expected);
    read[name] = member;
  }
  return read;
}

function typeOf(type: OptionTypes[string]): { expected: string; isNullable: boolean } {
  return { expected: type.replace('!', ''), isNullable: !type.endsWith('!') };
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
