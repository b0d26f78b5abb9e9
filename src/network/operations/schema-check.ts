import { type DevnetError, invalid } from '../../base/error.js';
import { isRecord, type Json, wrongAnswer } from '../../base/json.js';
import { notSecret } from '../../base/show-value.js';
import { unknownName } from '../../base/unknown-name.js';
import { nestedSchema, type ObjectSchema, type Schema } from '../devnet/answers/schema.js';

/** Who sent what is read: errors about a caller's input name its field and advise; those about an answer say that the program which sent it is another one. */
export type Reading = {
  /** Whether fields that the schema does not have are refused. An answer may have more than this version knows. */
  strict: boolean;
  wrong(field: string, expected: string, received: Json): DevnetError;
};

/** Reads what a caller sent. */
export const ofCallers: Reading = {
  strict: true,
  wrong: (field, expected, received) => invalid(field, expected, received),
};

/** Reads what a gateway answered. */
export const ofGateways: Reading = {
  strict: false,
  wrong: (field, expected, received) => wrongAnswer(field, expected, received),
};

/**
 * Checks a value against a schema, and returns it without the fields that the schema does not have. Ajv takes longer to load than a test
 * file to connect, and these schemas need little of it.
 * @param path of the value in what was sent; empty for the whole
 * @param part what the whole is called in errors: `body`, `query`, `arguments` …
 * @throws DevnetError that names the field
 */
export function checkSchema(schema: Schema, value: Json, reading: Reading, path = '', part = 'body'): unknown {
  const { description } = schema;
  // Descriptions tell callers what to send; an answer is only of the wrong kind.
  const wrong = (expected: string, received: Json = value): DevnetError =>
    reading.wrong(path === '' ? part : path, (reading.strict ? description : undefined) ?? expected, received);
  if ('enum' in schema) {
    if (!schema.enum.includes(value as string)) throw wrong(schema.enum.join(' or '));
    return value;
  }
  if ('oneOf' in schema) {
    const option = schema.oneOf.find((candidate) => isOfKind(candidate, value));
    if (option === undefined) throw reading.wrong(path === '' ? part : path, description ?? 'another value', value);
    // Callers learn of all alternatives, with the whole value.
    if (!reading.strict || description === undefined) return checkSchema(option, value, reading, path, part);
    try {
      return checkSchema(option, value, reading, path, part);
    } catch {
      throw wrong('another value');
    }
  }
  if (!('type' in schema)) return value;
  const types: readonly string[] = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (value === null && types.includes('null')) return null;
  // Of several types, the one that the value has.
  const type = types.length === 1 ? types[0] : (types.find((kind) => kind === kindOf(value)) ?? types.find((kind) => kind !== 'null'));
  switch (type) {
    case 'string': {
      const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as TextSchema;
      if (typeof value !== 'string') throw wrong('text');
      // 64 digits are an id. A private key may have 01 behind them.
      const shown = pattern?.endsWith('{64}$') ? notSecret(value) : value;
      if (value.length < minLength || value.length > maxLength || (pattern !== undefined && !regExpOf(pattern).test(value)))
        throw wrong('another text', shown);
      return value;
    }
    case 'integer':
    case 'number': {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema as NumberSchema;
      const isNumber = type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'number' && Number.isFinite(value);
      if (!isNumber || (value as number) < minimum || (value as number) > maximum)
        throw wrong(type === 'integer' ? 'a whole number' : 'a number');
      return value;
    }
    case 'boolean': {
      const { const: only } = schema as SwitchSchema;
      if (typeof value !== 'boolean' || value !== (only ?? value)) throw wrong(only === undefined ? 'true or false' : `${only}`);
      return value;
    }
    case 'array': {
      const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as ListSchema;
      if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) throw wrong('a list');
      return value.map((item, index) => checkSchema(items, item, reading, join(path, `${index}`), part));
    }
    default: {
      const nested = nestedSchema(schema as ObjectSchema);
      if (nested !== undefined) return checkSchema(nested, value, reading, path, part);
      if (!isRecord(value)) throw wrong('an object');
      return checkFields(schema as ObjectSchema, value, reading, path, wrong, part);
    }
  }
}

function checkFields(
  { properties, required = [], additionalProperties, minProperties = 0, maxProperties = Number.POSITIVE_INFINITY }: ObjectSchema,
  value: Record<string, unknown>,
  reading: Reading,
  path: string,
  wrong: (expected: string) => DevnetError,
  part: string,
): object {
  if (typeof additionalProperties === 'object') {
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      checkSchema(additionalProperties, item, reading, join(path, name), part),
    ]);
    return Object.fromEntries(entries);
  }
  if (properties === undefined || additionalProperties === true) return value;
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  if (given.length < minProperties || given.length > maxProperties) throw wrong('other fields');
  for (const name of required) {
    if (Object.hasOwn(value, name) && value[name] !== undefined) continue;
    if (reading.strict) throw reading.wrong(join(path, name), properties[name]?.description ?? 'a value', undefined);
    checkSchema(properties[name] as Schema, undefined, reading, join(path, name), part);
  }
  const unknown = reading.strict ? given.find((name) => !Object.hasOwn(properties, name)) : undefined;
  if (unknown !== undefined) {
    const known = Object.keys(properties).map((name) => join(path, name));
    const advice = known.length === 0 ? 'There are no keys.' : `The keys are ${known.join(', ')}.`;
    throw unknownName(join(path, unknown), 'key', known, advice);
  }
  const checked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(value, name) && value[name] !== undefined)
      checked[name] = checkSchema(schema, value[name], reading, join(path, name), part);
  }
  return checked;
}

/** Whether a value has the kind of an option. What it contains is checked afterwards. */
function isOfKind(schema: Schema, value: Json): boolean {
  if ('enum' in schema) return schema.enum.includes(value as string);
  if (!('type' in schema)) return true;
  const kind = kindOf(value);
  return (
    schema.type === kind || (kind === 'integer' && schema.type === 'number') || (Array.isArray(schema.type) && schema.type.includes(kind))
  );
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

const patterns = new Map<string, RegExp>();

function regExpOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

type TextSchema = { pattern?: string; minLength?: number; maxLength?: number };
type SwitchSchema = { const?: boolean };
type NumberSchema = { minimum?: number; maximum?: number };
type ListSchema = { items: Schema; minItems?: number; maxItems?: number };
