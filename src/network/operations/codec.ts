import type { Readable } from '#platform/streams.js';
import { invalid } from '../../base/error.js';
import { isRecord, type Json, wrongAnswer } from '../../base/json.js';
import { ownValue } from '../../base/own-value.js';
import { readUnits, type Unit } from '../../base/units.js';
import type { Accounts, SnapshotInfo } from '../data.js';
import type { Answer, Schema } from '../devnet/answers/schema.js';
import { checkSchema, ofGateways, type Reading } from './schema-check.js';

/** What the texts of people may refer to. */
export type People = {
  /** The funded accounts, whose names stand for their addresses. */
  accounts(): Promise<Accounts>;
  /** The snapshots, whose names stand for their ids. */
  snapshots(): Promise<readonly SnapshotInfo[]>;
};

/**
 * How a value travels: its JSON Schema, and both ways between code and JSON. Said once for each kind of value; every door uses it.
 * `In` is what callers may pass, `Out` what code gets.
 */
export type Codec<In, Out = In> = {
  /** What the OpenAPI document, agents and errors show. Its `description` completes "expected …" in errors. */
  readonly schema: Schema;
  /** Converts a value to JSON. @default it is JSON */
  readonly encode?: ((value: In) => Json) | undefined;
  /** Converts JSON that the schema allows. @default it is the value @throws DevnetError if the schema says too little */
  readonly decode?: ((json: never, field: string) => Out) | undefined;
  /** Reads a text, such as a parameter of a query. The result is JSON, which is then decoded as any other. @default the text itself */
  readonly parse?: ((text: string, field: string) => Json) | undefined;
  /** Reads what a person wrote, who may use names and units: an argument of the command line. @default as `parse` */
  readonly resolve?: ((text: string, field: string, people: People) => Json | Promise<Json>) | undefined;
  /** The content type of what is no JSON: a file or a stream. `schema` describes it, or one of its events. */
  readonly media?: string | undefined;
  /** What the answer is, where `schema` describes a part of it. @default the description of `schema` */
  readonly about?: string | undefined;
  /** Whether it comes in parts, for as long as the caller reads it. */
  readonly isStream?: boolean | undefined;
  /** The name that browsers save the answer under. */
  readonly file?: string | undefined;
  /** What people may write, where `resolve` takes more than the schema. @default the description of the schema */
  readonly people?: string | undefined;
  /** The unit of a number, such as `sats` or `ms`. @default none */
  readonly unit?: string | undefined;
  /** What help calls it. @default the name of the field */
  readonly word?: string | undefined;
  /** Whether a caller need not give it. */
  readonly optional?: boolean | undefined;
  /** Whether null in JSON has a meaning of its own, which people say by leaving it out. */
  readonly isNullable?: boolean | undefined;
  /** Whether it is a secret, which a command line does not take: other programs of the machine can read that. */
  readonly isSecret?: boolean | undefined;
  /** Whether it stays in the process of the caller: an AbortSignal. */
  readonly local?: boolean | undefined;
  /** For the compiler alone. */
  readonly '~in'?: (value: In) => void;
  readonly '~out'?: () => Out;
};

// biome-ignore lint/suspicious/noExplicitAny: a codec of any value; `unknown` would not take functions of a certain one.
export type AnyCodec = Codec<any, any>;
export type InOf<C> = C extends { readonly '~in'?: (value: infer In) => void } ? In : never;
export type OutOf<C> = C extends { readonly '~out'?: () => infer Out } ? Out : never;

/** Fields by name. */
export type Fields = Readonly<Record<string, AnyCodec>>;
type OptionalName<F, Name extends keyof F> = F[Name] extends { readonly optional: true } ? Name : never;
/** Shown by editors as one object, with the docstrings of its fields. */
type Flat<T> = T extends infer U ? { [Name in keyof U]: U[Name] } : never;

/** What a caller passes for these fields. One mapped type for each half keeps the docstrings. */
export type InputOf<F> = Flat<
  { [Name in keyof F as Name extends OptionalName<F, Name> ? never : Name]: InOf<F[Name]> } & {
    [Name in keyof F as OptionalName<F, Name>]?: InOf<F[Name]> | undefined;
  }
>;
/** What an operation gets. */
export type OutputOf<F> = Flat<
  { -readonly [Name in keyof F as Name extends OptionalName<F, Name> ? never : Name]: OutOf<F[Name]> } & {
    -readonly [Name in keyof F as OptionalName<F, Name>]?: OutOf<F[Name]> | undefined;
  }
>;

/** Values that travel as they are. Their type is that of the schema. */
export function json<const S extends Schema>(schema: S): Codec<Answer<S>> {
  return { schema };
}

/** As {@link json}, for values whose type the schema describes in less detail. */
export function jsonOf<T>(schema: Schema): Codec<T> {
  return { schema };
}

export function text(description: string, limits: { minLength?: number; maxLength?: number; pattern?: string } = {}): Codec<string> {
  return { schema: { type: 'string', ...limits, description } };
}

/** @param byDefault what its absence means */
export function flag(description: string, byDefault = false): Codec<boolean> {
  return {
    schema: { type: 'boolean', description, ...(byDefault && { default: true }) },
    parse: (word) => (word === 'true' ? true : word === 'false' ? false : word),
  };
}

/** A whole number that a double represents. */
export function whole(description: string, limits: { minimum?: number; maximum?: number } = {}): Codec<number> {
  return { schema: { type: 'integer', minimum: 0, ...limits, description }, parse: toNumber };
}

/** A time. */
export function milliseconds(description = 'a whole number of milliseconds', minimum = 0): Codec<number> {
  return { ...whole(description, { minimum, maximum: 2_147_483_647 }), unit: 'ms' };
}

/** A number with a fraction. */
export function decimal(description: string, limits: { minimum?: number; maximum?: number } = {}): Codec<number> {
  return { schema: { type: 'number', ...limits, description }, parse: toNumber };
}

export function oneOf<const Word extends string>(words: readonly Word[], description: string): Codec<Word> {
  return { schema: { enum: words, description } };
}

/**
 * A whole number of base units, up to 2^128 − 1: a bigint in code, digits in JSON, because it may exceed 2^53.
 * @param unit of the amounts that people write @default base units alone
 */
export function amount(description: string, unit?: Unit): Codec<bigint | number, bigint> {
  return {
    schema: { type: 'string', pattern: '^[0-9]{1,39}$', description },
    encode: (value) => toBig(value, description),
    decode: (digits: string) => BigInt(digits),
    ...(unit !== undefined && {
      unit: unit.base,
      resolve: (words, field) => `${readUnits(words, unit, field)}`,
      people: `${description}, or with its unit, such as 1.5${unit.symbol}`,
    }),
  };
}

/** Returns the fields that requests have: an AbortSignal stays in the process. */
export function travelling(fields: Fields): [name: string, codec: AnyCodec][] {
  return Object.entries(fields).filter(([, codec]) => codec.local !== true);
}

/** Returns the names of the fields that a request must have. */
export function requiredOf(fields: Fields): string[] {
  return travelling(fields)
    .filter(([, codec]) => codec.optional !== true)
    .map(([name]) => name);
}

/** A field that a caller may leave out. */
export function optional<C extends AnyCodec>(codec: C): C & { readonly optional: true } {
  return { ...codec, optional: true };
}

/** The same fields, of which a caller may leave out any. */
export function optionalAll<const F extends Fields>(fields: F): { readonly [Name in keyof F]: F[Name] & { readonly optional: true } } {
  return Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, optional(codec)])) as never;
}

/** A value that stays in the process of the caller. */
export function local<T>(): Codec<T> {
  return { schema: {} as Schema, local: true };
}

/** The bytes of a file. @param file the name that it is saved under */
export function bytes(description: string, file?: string): Codec<Uint8Array> {
  return { schema: { type: 'string', format: 'binary', description }, media: 'application/octet-stream', file };
}

/** An answer that comes in parts, until the caller ends it or the network does. @param part the schema of one part */
export function stream(media: string, about: string, part: Schema = { type: 'string' }): Codec<Readable> {
  return { schema: part, media, about, isStream: true };
}

/** A codec, or null: in code `undefined`. */
export function nullable<In, Out>({
  schema,
  encode,
  decode,
  parse,
  resolve,
  people,
  word,
}: Codec<In, Out>): Codec<In | undefined, Out | undefined> {
  const type = 'type' in schema && typeof schema.type === 'string' ? [schema.type, 'null'] : undefined;
  const either = type === undefined ? { oneOf: [schema, { type: ['null'] }] } : { ...schema, type };
  return {
    schema: either as unknown as Schema,
    encode: (value) => (value === undefined ? null : encode === undefined ? value : encode(value)),
    decode: (value: Json, field) => (value === null ? undefined : decode === undefined ? (value as Out) : decode(value as never, field)),
    parse,
    resolve,
    people,
    word,
    isNullable: true,
  };
}

/** Objects of several kinds, which a field with one of these words tells apart. */
export function union<const Kinds extends Readonly<Record<string, AnyCodec>>>(
  tag: string,
  kinds: Kinds,
  description: string,
): Codec<InOf<Kinds[keyof Kinds]>, OutOf<Kinds[keyof Kinds]>> {
  const kindOf = (value: unknown): AnyCodec | undefined => ownValue(kinds, String((value as Record<string, unknown>)[tag]));
  return {
    schema: { type: 'object', additionalProperties: true, description },
    encode: (value) => write(kindOf(value) ?? {}, value as never),
    decode(value: Json, field) {
      const kind = kindOf(value);
      if (kind === undefined) throw wrongAnswer(`${field}.${tag}`, Object.keys(kinds).join(' or '), value);
      return read(kind, value, ofGateways, field) as OutOf<Kinds[keyof Kinds]>;
    },
  };
}

export function list<In, Out>(item: Codec<In, Out>, description = 'a list'): Codec<readonly In[], Out[]> {
  const { encode, decode } = item;
  return {
    schema: { type: 'array', items: item.schema, description },
    ...(encode && { encode: (values) => (Array.isArray(values) ? values.map((value) => encode(value)) : (values as Json)) }),
    ...(decode && { decode: (values: readonly never[], field) => values.map((value, index) => decode(value, `${field}.${index}`)) }),
  };
}

/** An object with any names. */
export function record<In, Out>(
  { schema, encode, decode }: Codec<In, Out>,
  description: string,
): Codec<Record<string, In>, Record<string, Out>> {
  const each = <A, B>(values: Readonly<Record<string, A>>, convert: (value: A, name: string) => B): Record<string, B> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value, name)]));
  return {
    schema: { type: 'object', additionalProperties: schema, description },
    ...(encode && { encode: (values) => (isRecord(values) ? each(values, encode) : values) }),
    ...(decode && { decode: (values: Record<string, never>, field) => each(values, (value, name) => decode(value, `${field}.${name}`)) }),
  };
}

/** An object with these fields. Names that it does not have are refused where callers send it. */
export function object<const F extends Fields>(
  fields: F,
  description?: string,
  limits: { minProperties?: number; maxProperties?: number } = {},
): Codec<InputOf<F>, OutputOf<F>> {
  const sent = travelling(fields);
  const required = requiredOf(fields);
  const schema = {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(sent.map(([name, codec]) => [name, codec.schema])),
    ...limits,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  } as unknown as Schema;
  const converts = (way: 'encode' | 'decode'): boolean =>
    sent.length < Object.keys(fields).length || sent.some(([, codec]) => codec[way] !== undefined);
  return {
    schema,
    // What is no object stays as it is, so that the gateway refuses it: as an object without fields it may be a valid request.
    ...(converts('encode') && {
      encode: (value: InputOf<F>) => (isRecord(value) ? encodeFields(fields, value) : (value as Json)),
    }),
    ...(converts('decode') && {
      decode: (value: Record<string, Json>, field: string) => decodeFields(fields, value, field) as OutputOf<F>,
    }),
  };
}

/** Converts values by name to JSON. Absent ones stay absent. */
export function encodeFields(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, Json> {
  const encoded: Record<string, Json> = {};
  for (const [name, { encode, local: isLocal }] of Object.entries(fields)) {
    const value = values[name];
    if (value !== undefined && !isLocal) encoded[name] = encode === undefined ? value : encode(value);
    else if (value === undefined && encode !== undefined && Object.hasOwn(values, name) && !fields[name]?.optional)
      encoded[name] = encode(value);
  }
  return encoded;
}

function decodeFields(fields: Fields, values: Readonly<Record<string, Json>>, within: string): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, { decode }] of Object.entries(fields)) {
    if (!Object.hasOwn(values, name) || values[name] === undefined) continue;
    const field = within === '' ? name : `${within}.${name}`;
    decoded[name] = decode === undefined ? values[name] : decode(values[name] as never, field);
  }
  return decoded;
}

/** Checks JSON and converts it. @param part what it is called in errors @throws DevnetError that names the field */
export function read<Out>(codec: Codec<never, Out>, value: Json, reading: Reading, part = 'body'): Out {
  const checked = checkSchema(codec.schema, value, reading, '', part);
  return codec.decode === undefined ? (checked as Out) : codec.decode(checked as never, '');
}

/** Converts a value to JSON. */
export function write<In>({ encode }: Pick<Codec<In, unknown>, 'encode'>, value: In): Json {
  return encode === undefined ? value : encode(value);
}

function toNumber(words: string): Json {
  return /^-?\d+(?:\.\d+)?$/.test(words) ? Number(words) : words;
}

function toBig(value: unknown, description: string): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return `${value}`;
  throw invalid('amount', description, value);
}
