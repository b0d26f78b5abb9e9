import type { Effect } from '../../network/operations.js';
import type { Network } from './network.js';

/** The JSON Schema of a tool's arguments. Each property's description is what an error says is expected. */
export type ArgumentsSchema = {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required?: readonly string[];
  additionalProperties: false;
};

/** One tool of the server. */
export type Tool = {
  name: string;
  description: string;
  kind: Effect;
  input: ArgumentsSchema;
  /** @param args as the schema demands @returns text, or a value that becomes JSON @throws DevnetError */
  run(args: Record<string, unknown>, network: Network): Promise<unknown>;
};

/** Declares a tool with the type of its arguments. */
export function defineTool<Args extends object>({
  run,
  ...tool
}: Omit<Tool, 'run'> & { run(args: Args, network: Network): Promise<unknown> }): Tool {
  return { ...tool, run: (args, network) => run(args as Args, network) };
}

/** Creates the schema of arguments. @param required the names of those that a call must have @default none */
export function argumentsOf(properties: Readonly<Record<string, object>>, required: readonly string[] = []): ArgumentsSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

export const text = (description: string) => ({ type: 'string', description }) as const;
export const flag = (description: string) => ({ type: 'boolean', description }) as const;
export const count = (description: string, minimum = 1) => ({ type: 'integer', minimum, description }) as const;
export const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const;
