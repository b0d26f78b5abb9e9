import { isRecord, type Json } from '../../base/json.js';
import { type AnyCodec, type Fields, object, type People, read, requiredOf, travelling } from './codec.js';
import type { AnyOperation } from './operation.js';
import { ofCallers } from './schema-check.js';

/** A field that a person or an agent wrote. Errors call it `name`: a flag, or the field. */
export type Given = { field: string; codec: AnyCodec; written: Json; name: string };

/**
 * Reads what people wrote, who may use names and units. Text is converted by its codec, other JSON is taken as it is.
 * @throws DevnetError INVALID_INPUT that names the argument or flag
 */
export async function readGiven({ input }: AnyOperation, given: readonly Given[], people: People): Promise<Record<string, unknown>> {
  const values: Record<string, Json> = {};
  for (const { field, codec, written, name } of given) {
    const { parse, resolve = parse, schema } = codec;
    const value: Json = resolve === undefined || typeof written !== 'string' ? written : await resolve(written, name, people);
    // The error has the name that was written.
    read({ schema }, value, ofCallers, name);
    values[field] = value;
  }
  return read(object(input), values, ofCallers, 'arguments') as Record<string, unknown>;
}

/**
 * Reads the arguments of an operation as one object, which an agent wrote: its fields, or those of the body that is one field.
 * @throws DevnetError INVALID_INPUT
 */
export async function readArguments(row: AnyOperation, given: Json, people: People): Promise<Record<string, unknown>> {
  const fields: Fields = row.input;
  const { body } = row.http ?? {};
  if (body !== undefined) return { [body]: read(fields[body] as AnyCodec, given, ofCallers, 'arguments') };
  const names = isRecord(given) ? Object.keys(given) : [];
  const known = names.filter((name) => Object.hasOwn(fields, name));
  // The check of the whole names the keys that are unknown.
  if (known.length < names.length) read(object(fields), given, ofCallers, 'arguments');
  return readGiven(
    row,
    known.map((name) => ({ field: name, codec: fields[name] as AnyCodec, written: (given as Record<string, Json>)[name], name })),
    people,
  );
}

/** Whether agents can call an operation: files and streams have no form in a conversation. */
export function isCallable({ input, output }: AnyOperation): boolean {
  return ![output, ...Object.values(input as Fields)].some((codec) => codec?.media !== undefined);
}

/** Returns the JSON Schema of what {@link readArguments} reads. */
export function argumentsSchema(row: AnyOperation): { properties: Readonly<Record<string, object>>; required?: readonly string[] } {
  const fields: Fields = row.input;
  const { body } = row.http ?? {};
  const whole = body === undefined ? undefined : (fields[body]?.schema as { properties?: Record<string, object>; required?: string[] });
  if (whole !== undefined) return { properties: whole.properties ?? {}, ...(whole.required && { required: whole.required }) };
  const required = requiredOf(fields);
  return {
    properties: Object.fromEntries(travelling(fields).map(([name, codec]) => [name, schemaForPeople(codec)])),
    ...(required.length > 0 && { required }),
  };
}

/** What people may write in a field: its description, and where they may use names or units, text of any form. */
export function describeForPeople({ people, schema }: AnyCodec): string {
  return people ?? schema.description ?? 'JSON';
}

function schemaForPeople(codec: AnyCodec): object {
  return codec.resolve === undefined ? codec.schema : { type: 'string', description: describeForPeople(codec) };
}
