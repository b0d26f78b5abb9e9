import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import type { AnyOperation, ApiOf, Perform, Table } from './operation.js';

/** Returns the functions of a table, which pass their arguments on by name. */
export function functionsOf<T extends Table>(table: T, perform: Perform, path: readonly string[] = []): ApiOf<T> {
  const functions = Object.entries(table).map(([name, row]) => [
    name,
    isOperation(row) ? functionOf(row, [...path, name].join('.'), perform) : functionsOf(row, perform, [...path, name]),
  ]);
  return Object.fromEntries(functions) as ApiOf<T>;
}

export function isOperation(row: AnyOperation | Table): row is AnyOperation {
  return typeof row['run'] === 'function';
}

function functionOf(row: AnyOperation, name: string, perform: Perform): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    const answer = await perform(row, inputOf(row, name, args));
    return row.value === undefined ? answer : row.value(answer, perform);
  };
}

/** Gives names to arguments. @throws DevnetError INVALID_INPUT for an unknown option, for example `timeout` for `timeoutMs` */
function inputOf({ input, positional }: AnyOperation, name: string, args: readonly unknown[]): Record<string, unknown> {
  const options = Object.keys(input).filter((field) => !positional.includes(field));
  const given = args[positional.length];
  if (given !== undefined && options.length > 0) checkOptions(name, options, given);
  const named = (positional as readonly string[]).map((field, index) => [field, args[index]] as const);
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(options.length > 0 && (given as object | undefined)),
  };
}

function checkOptions(name: string, known: readonly string[], options: unknown): void {
  if (!isRecord(options)) throw invalid('options', `an object with ${known.join(', ')}`, options);
  const unknown = Object.keys(options).find((option) => options[option] !== undefined && !known.includes(option));
  if (unknown !== undefined) throw unknownName(unknown, `option of ${name}`, known, `The options are ${known.join(', ')}.`);
}

/** Returns the arguments of `run` for fields by name. */
export function argumentsOf({ input, positional }: AnyOperation, fields: Readonly<Record<string, unknown>>): unknown[] {
  const names: readonly string[] = positional;
  const options = Object.keys(input).filter((field) => !names.includes(field) && fields[field] !== undefined);
  const args = names.map((name) => fields[name]);
  if (options.length > 0) args.push(Object.fromEntries(options.map((field) => [field, fields[field]])));
  return args;
}
