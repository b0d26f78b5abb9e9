import { unknownName } from '../config/unknown-name.js';
import type { StacksTrace } from '../devnet/data.js';
import type { OperableDevnet } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { argumentsSchema, readArguments } from '../operations/arguments.js';
import { type AnyCodec, type Fields, type People, write } from '../operations/codec.js';
import type { AnyOperation } from '../operations/operation.js';
import { named, rows } from '../operations/table.js';
import { argumentsOf, defineTool, type Tool, text } from './tool.js';

/** The operations that agents can call: files and streams have no form in a conversation. */
const callable = new Map(
  rows.filter(([, { input, output }]) => ![output, ...Object.values(input as Fields)].some((codec) => codec?.media)),
);

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
export async function callOperation<Answer = unknown>(devnet: OperableDevnet, name: string, given: object = {}): Promise<Answer> {
  const row = named(name);
  const people: People = { accounts: async () => devnet.accounts, snapshots: () => devnet.snapshots() };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const done = await devnet.perform(row, await readArguments(row, present, people));
  const { answers } = row.http ?? {};
  const answer = answers === undefined ? done : await devnet.perform(named(answers), {});
  const { output } = answers === undefined ? row : named(answers);
  const shown = SHOWN[name]?.(answer as never) ?? (output === undefined ? { done: row.summary } : write(output as AnyCodec, answer));
  return shown as Answer;
}

/** Returns the tools that are one operation. @param others names of tools that are written by hand */
export function toolsOfRows(others: readonly string[]): Tool[] {
  return [...callable].flatMap(([name, row]) => {
    const { tool, summary, effect } = row;
    if (tool === undefined || others.includes(tool)) return [];
    const { properties, required } = argumentsSchema(row);
    return defineTool<object>({
      name: tool,
      description: `${summary}.`,
      kind: effect,
      input: argumentsOf(properties, required),
      run: async (args, network) => callOperation((await network.use()).devnet, name, args),
    });
  });
}

/** Reaches every operation. */
export const operationTool = defineTool<{ name: string; arguments?: object }>({
  name: 'operation',
  description: `Do any operation by its name. Wrong arguments are answered with its fields. Names: ${[...callable.keys()].join(', ')}.`,
  kind: 'destroys',
  input: argumentsOf({ name: text('name of the operation'), arguments: { type: 'object', description: 'its fields by name' } }, ['name']),
  async run({ name, arguments: given = {} }, network) {
    const row = callable.get(name);
    if (row === undefined) throw unknownName(name, 'operation', [...callable.keys()], 'The description of this tool lists them.');
    try {
      return await callOperation((await network.use()).devnet, name, given);
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'INVALID_INPUT')) throw error;
      throw new DevnetError(error.code, `${error.message}\n${fieldsOf(name, row)}`, { ...error, cause: error.cause });
    }
  },
});

/** `The fields of faucet.stx: address (a Stacks address), amount (optional: …)` */
function fieldsOf(name: string, row: AnyOperation): string {
  const { properties, required = [] } = argumentsSchema(row);
  const fields = Object.entries(properties).map(([field, schema]) => {
    const optional = required.includes(field) ? '' : 'optional: ';
    return `${field} (${optional}${'description' in schema ? schema.description : 'JSON'})`;
  });
  return fields.length === 0 ? `${name} has no fields.` : `The fields of ${name}: ${fields.join(', ')}.`;
}
