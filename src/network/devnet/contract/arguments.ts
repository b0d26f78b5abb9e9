import { DevnetError, invalid } from '../../../base/error.js';
import { isBytes } from '../../../base/is-bytes.js';
import { isRecord } from '../../../base/json.js';
import { unknownName } from '../../../base/unknown-name.js';
import { type FunctionAbi, signatureOf } from '../../../clarity/contract-abi.js';
import type { Value } from '../../../clarity/values.js';
import { literalValue } from './literal.js';
import { toClarity } from './to-clarity.js';

/**
 * Converts the arguments of a function, by name or in order.
 * @throws DevnetError INVALID_INPUT naming the argument, its type and what was given, with the function's parameters as hint
 */
export function readArguments(fn: FunctionAbi, given: unknown = []): Value[] {
  try {
    const values = Array.isArray(given) ? inOrder(fn, given) : byName(fn, given);
    return fn.args.map(({ name, type }, index) => toClarity(values[index], type, name));
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    const takes = fn.args.length === 0 ? `${fn.name} takes no arguments.` : `The function is ${signatureOf(fn)}.`;
    const hint = error.hint === undefined ? takes : `${error.hint} ${takes}`;
    const message = `${error.message.replace(/\. *$/, '')}${error.message.endsWith('?') ? '' : '.'} ${takes}`;
    throw new DevnetError(error.code, message, { ...error, hint, cause: error.cause });
  }
}

function inOrder(fn: FunctionAbi, given: readonly unknown[]): readonly unknown[] {
  const count = fn.args.length;
  if (given.length !== count) throw invalid('args', `${count} ${count === 1 ? 'argument' : 'arguments'}`, given);
  return given;
}

function byName(fn: FunctionAbi, given: unknown): readonly unknown[] {
  if (!isRecord(given) || isBytes(given) || literalValue(given) !== undefined) {
    throw invalid('args', 'an object with the arguments by name, or an array of them', given);
  }
  const names = fn.args.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownName(unknown, `argument of ${fn.name}`, names, '');
  return names.map((name) => (Object.hasOwn(given, name) ? given[name] : undefined));
}
