import { DevnetError } from '../../base/error.js';
import { unknownName } from '../../base/unknown-name.js';
import type { StacksTrace } from '../../network/data.js';
import type { AnyOperation } from '../../network/operations.js';
import {
  type AnyCodec,
  answeredBy,
  argumentsSchema,
  isCallable,
  named,
  type People,
  type Rows,
  readArguments,
  write,
} from '../../network/operations.js';
import type { OperableDevnet } from '../../network/types.js';
import { argumentsOf, defineTool, type Tool, text } from './tool.js';

/** Answers whose beginning explains the rest: agents may see only that of a long one. */
const SHOWN: Readonly<Record<string, (answer: never) => unknown>> = {
  'stacks.trace': ({ status, reason, origin, result, ...others }: StacksTrace) => ({
    status,
    reason,
    origin,
    result: result.repr,
    ...others,
  }),
};

/**
 * Does an operation for an agent, which uses names, units and Clarity texts as people do.
 * @returns the answer in JSON, or that it is done @throws DevnetError INVALID_INPUT with the fields, and those of the operation
 */
export async function callOperation<Answer = unknown>(
  devnet: OperableDevnet,
  name: string,
  given: object = {},
  row: AnyOperation = named(name),
): Promise<Answer> {
  const people: People = { accounts: async () => devnet.accounts, snapshots: () => devnet.snapshots() };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const done = await devnet.perform(row, await readArguments(row, present, people));
  const answering = answeredBy(row);
  const answer = answering === row ? done : await devnet.perform(answering, {});
  const { output } = answering;
  const shown = SHOWN[name]?.(answer as never) ?? (output === undefined ? { done: row.summary } : write(output as AnyCodec, answer));
  return shown as Answer;
}

/** Returns the tools that are one operation. @param others names of tools that are written by hand */
export function toolsOfRows(operations: Rows, others: readonly string[]): Tool[] {
  return operations.flatMap(([name, row]) => {
    const { tool, summary, effect } = row;
    if (tool === undefined || others.includes(tool) || !isCallable(row)) return [];
    const { properties, required } = argumentsSchema(row);
    return defineTool<object>({
      name: tool,
      description: `${summary}.`,
      kind: effect,
      input: argumentsOf(properties, required),
      run: async (args, network) => callOperation((await network.use()).devnet, name, args, row),
    });
  });
}

/** Creates the tool that reaches every operation. */
export function operationTool(operations: Rows): Tool {
  const callable = new Map(operations.filter(([, row]) => isCallable(row)));
  const names = [...callable.keys()];
  return defineTool<{ name: string; arguments?: object }>({
    name: 'operation',
    description: `Do any operation by its name. Wrong arguments are answered with its fields. Names: ${names.join(', ')}.`,
    kind: 'destroys',
    input: argumentsOf({ name: text('name of the operation'), arguments: { type: 'object', description: 'its fields by name' } }, ['name']),
    async run({ name, arguments: given = {} }, network) {
      const row = callable.get(name);
      if (row === undefined) throw unknownName(name, 'operation', names, 'The description of this tool lists them.');
      try {
        return await callOperation((await network.use()).devnet, name, given, row);
      } catch (error) {
        if (!(error instanceof DevnetError && error.code === 'INVALID_INPUT')) throw error;
        throw new DevnetError(error.code, `${error.message}\n${fieldsOf(name, row)}`, { ...error, cause: error.cause });
      }
    },
  });
}

/** `The fields of faucet.stx: address (a Stacks address), amount (optional: …)` */
function fieldsOf(name: string, row: AnyOperation): string {
  const { properties, required = [] } = argumentsSchema(row);
  const fields = Object.entries(properties).map(([field, schema]) => {
    const optional = required.includes(field) ? '' : 'optional: ';
    return `${field} (${optional}${'description' in schema ? schema.description : 'JSON'})`;
  });
  return fields.length === 0 ? `${name} has no fields.` : `The fields of ${name}: ${fields.join(', ')}.`;
}
