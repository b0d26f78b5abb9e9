import { kebab } from '../../base/words.js';
import { type AnyCodec, type Fields, travelling } from './codec.js';
import type { AnyOperation, CommandLine } from './operation.js';

/** The arguments of a command, and its flags. */
export type CommandFields = {
  args: readonly (readonly [field: string, codec: AnyCodec])[];
  flags: readonly (readonly [flag: string, field: string, codec: AnyCodec])[];
};

/** Returns the fields of an operation as its command takes them. */
export function commandFields({ input, positional }: AnyOperation, { args = positional, flags = {} }: CommandLine): CommandFields {
  const fields: Fields = input;
  const others = travelling(fields).filter(([field, codec]) => !args.includes(field) && !codec.isSecret);
  return {
    args: args.map((field) => [field, fields[field] as AnyCodec]),
    flags: others.map(([field, codec]) => [flags[field] ?? kebab(field), field, codec]),
  };
}

/** Returns how a line has a flag. A switch has no value: `--stacking`, or `--no-wait` for one that is on. */
export function flagOf(flag: string, { schema }: AnyCodec): string {
  const isSwitch = 'type' in schema && schema.type === 'boolean';
  if (!isSwitch) return `--${flag} <${flag.split('-').at(-1)}>`;
  return schema.default === true ? `--no-${flag}` : `--${flag}`;
}
