import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { helpText } from '../help-text.js';
import { typeName } from '../json/json.js';
import { toInt32, toInteger, toUint32 } from '../json/numeral.js';
import { mainName, type Parameter, type ParameterType, type Signature } from './parameter.js';
import { parseAmount } from './parse-amount.js';

/** The checked arguments of a call, by the first name of their parameter. Null means absent. */
export type Arguments = {
  /** The number of arguments, including nulls. */
  count: number;
  has(name: string): boolean;
  /** Returns the argument as sent. */
  raw(name: string): unknown;
  string(name: string): string;
  /** A 32-bit integer. @throws RpcError otherwise */
  int(name: string): number;
  /** A 64-bit integer, rounded beyond 2^53. @throws RpcError otherwise */
  integer(name: string): number;
  /** An unsigned 32-bit integer. @throws RpcError otherwise */
  uint(name: string): number;
  boolean(name: string): boolean;
  /** An amount in sats. @throws RpcError unless it is a number or string in BTC with at most 8 decimals */
  amount(name: string): bigint;
  array(name: string): unknown[];
};

const EXPECTED: Partial<Record<ParameterType, string>> = {
  string: 'string',
  hex: 'string',
  numeric: 'number',
  boolean: 'bool',
  array: 'array',
  object: 'object',
};

/**
 * Reads the arguments of a call from its `params`.
 * @throws RpcError −1 with the help on a wrong number of arguments, −3 on wrong types, −8 on unknown names: Core's messages
 */
export function bindArguments(method: Signature, params: unknown[] | Record<string, unknown>): Arguments {
  const list = Array.isArray(params) ? params : positional(method.parameters, params);
  const required = method.parameters.findLastIndex((parameter) => parameter.default === undefined) + 1;
  if (list.length < required || list.length > method.parameters.length) throw new RpcError(RPC_CODE.MISC_ERROR, helpText(method));
  checkTypes(method.parameters, list);
  return accessors(method.parameters, list);
}

/** Returns named arguments in the order of the parameters. A member `args` holds positional ones that precede them. */
function positional(parameters: Parameter[], params: Record<string, unknown>): unknown[] {
  const left = new Map(Object.entries(withOptions(parameters, params)));
  const list: unknown[] = [];
  /** The first named argument: its parameter and position. */
  let named: { parameter: Parameter; position: number } | undefined;
  parameters.forEach((parameter, position) => {
    const used = parameter.name.split('|').find((name) => left.has(name));
    if (used === undefined) return;
    named ??= { parameter, position };
    while (list.length < position) list.push(null);
    list.push(left.get(used));
    left.delete(used);
  });
  const first = left.get('args');
  if (Array.isArray(first)) {
    if (named !== undefined && named.position < first.length) {
      const message = `Parameter ${named.parameter.name} specified twice both as positional and named argument`;
      throw new RpcError(RPC_CODE.INVALID_PARAMETER, message);
    }
    left.delete('args');
    first.forEach((value, position) => {
      list[position] = value;
    });
  }
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Unknown named parameter ${unknown}`);
  return list;
}

/** Moves named arguments that are members of an object of options into it. */
function withOptions(parameters: Parameter[], params: Record<string, unknown>): Record<string, unknown> {
  const holder = parameters.find(({ members }) => members !== undefined);
  if (holder === undefined) return params;
  const names = new Set(parameters.flatMap(({ name }) => name.split('|')));
  const isMember = (name: string) => !names.has(name) && holder.members?.includes(name) === true;
  const given = Object.entries(params);
  const members = given.filter(([name]) => isMember(name));
  if (members.length === 0) return params;
  const options = params[mainName(holder)];
  return {
    ...Object.fromEntries(given.filter(([name]) => !isMember(name))),
    [mainName(holder)]: { ...(isJsonObject(options) ? options : {}), ...Object.fromEntries(members) },
  };
}

function checkTypes(parameters: Parameter[], list: unknown[]): void {
  const faults = parameters.flatMap((parameter, index) => {
    const expected = parameter.unchecked === true ? undefined : EXPECTED[parameter.type];
    const actual = typeName(list[index]);
    if (expected === undefined || actual === expected || (actual === 'null' && parameter.default !== undefined)) return [];
    const label = JSON.stringify(`Position ${index + 1} (${parameter.name})`);
    return [`    ${label}: "JSON value of type ${actual} is not of expected type ${expected}"`];
  });
  if (faults.length > 0) throw new RpcError(RPC_CODE.TYPE_ERROR, `Wrong type passed:\n{\n${faults.join(',\n')}\n}`);
}

function accessors(parameters: Parameter[], list: unknown[]): Arguments {
  const values = new Map(parameters.map((parameter, index) => [mainName(parameter), list[index] ?? undefined]));
  const typed = <T>(name: string, expected: string, isType: (value: unknown) => value is T): T => {
    const value = values.get(name);
    if (isType(value)) return value;
    throw wrongType(value, expected);
  };
  return {
    count: list.length,
    has: (name) => values.get(name) !== undefined,
    raw: (name) => values.get(name),
    string: (name) => typed(name, 'string', (value) => typeof value === 'string'),
    int: (name) => toInt32(values.get(name)),
    integer: (name) => toInteger(values.get(name)),
    uint: (name) => toUint32(values.get(name)),
    boolean: (name) => typed(name, 'bool', (value) => typeof value === 'boolean'),
    amount: (name) => parseAmount(values.get(name)),
    array: (name) => typed(name, 'array', (value) => Array.isArray(value)),
  };
}

/** Whether the value is a JSON object of the request, and not a {@link Numeral}. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeName(value) === 'object';
}

/** Returns a string element of an argument. @throws RpcError with Core's message otherwise */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw wrongType(value, 'string');
}
