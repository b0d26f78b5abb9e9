import { isRecord, type Json, wrongAnswer } from '../../json.js';
import type { Answer, Schema } from './schema.js';

/**
 * Checks an answer of a gateway and returns what its schema describes, without unknown fields. Every answer of the control API is read by
 * it.
 * Ajv takes longer to load than a test file to connect, and these schemas need little of it.
 * @param name of the answer, for the message @throws DevnetError RPC naming the field
 */
export function readAnswer<const S extends Schema>(schema: S, value: Json, name = 'the body'): Answer<S> {
  return read(schema, value, name) as Answer<S>;
}

function read(schema: Schema, value: Json, name: string): unknown {
  if ('enum' in schema) return requireIf(schema.enum.includes(value as string), name, schema.enum.join(' or '), value);
  if ('oneOf' in schema) {
    const option = schema.oneOf.find((candidate) => isOf(candidate, value));
    if (option === undefined) throw wrongAnswer(name, schema.description ?? 'another value', value);
    return read(option, value, name);
  }
  switch (schema.type) {
    case 'array':
      if (!Array.isArray(value)) throw wrongAnswer(name, 'a list', value);
      return value.map((item) => read(schema.items, item, name));
    case 'object':
      if (!isRecord(value)) throw wrongAnswer(name, 'an object', value);
      return schema.properties === undefined ? value : readFields(schema.properties, schema.required ?? [], value);
    case 'integer':
      return requireIf(Number.isSafeInteger(value), name, 'a whole number', value);
    case 'string':
      return requireIf(typeof value === 'string', name, 'text', value);
    case 'number':
      return requireIf(typeof value === 'number', name, 'a number', value);
    case 'boolean':
      return requireIf(typeof value === 'boolean', name, 'true or false', value);
  }
}

function readFields(fields: Readonly<Record<string, Schema>>, required: readonly string[], value: Record<string, unknown>): object {
  const answer: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own !== undefined || required.includes(name)) answer[name] = read(schema, own, name);
  }
  return answer;
}

/** Whether a value has the kind of an option. Its fields are checked afterwards. */
function isOf(schema: Schema, value: Json): boolean {
  if ('enum' in schema) return schema.enum.includes(value as string);
  return 'type' in schema && schema.type === 'object' ? isRecord(value) : false;
}

function requireIf(isRight: boolean, name: string, expected: string, value: Json): unknown {
  if (!isRight) throw wrongAnswer(name, expected, value);
  return value;
}
