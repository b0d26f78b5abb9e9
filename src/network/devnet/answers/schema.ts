/** Marks a schema, for the compiler alone, whose values have a type that the schema does not describe. */
type Typed<T> = { readonly '~type'?: T };

/** The part of JSON Schema that describes what travels between programs. Constants of it are what the OpenAPI document has. */
export type Schema = Typed<unknown> & { readonly description?: string } & (
    | { readonly enum: readonly (string | number)[] }
    | { readonly oneOf: readonly Schema[] }
    | { readonly type: 'null' }
    | { readonly type: 'boolean'; readonly default?: boolean; readonly const?: boolean }
    | {
        readonly type: 'string' | readonly ['string', 'null'];
        readonly pattern?: string;
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly format?: string;
      }
    | { readonly type: 'integer' | 'number' | readonly ['integer', 'null']; readonly minimum?: number; readonly maximum?: number }
    | { readonly type: 'array'; readonly items: Schema; readonly minItems?: number; readonly maxItems?: number }
    | ObjectSchema
  );

/** The key of a schema that is checked and not shown: JSON has no symbols. */
const CHECKED = Symbol('schema');

export type ObjectSchema = {
  readonly [CHECKED]?: () => Schema;
  readonly type: 'object' | readonly ['object', 'null'] | readonly ['string', 'object'] | readonly ['string', 'object', 'null'];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Whether there may be others, or what they are. @default an answer may have them */
  readonly additionalProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
};

/** The type of the values that a schema describes. */
export type Answer<S> = S extends { readonly '~type'?: infer T extends object }
  ? T
  : S extends { readonly enum: readonly (infer Word)[] }
    ? Word
    : S extends { readonly oneOf: readonly (infer Option)[] }
      ? AnswerOfOne<Option>
      : S extends { readonly type: 'array'; readonly items: infer Item }
        ? Answer<Item>[]
        : S extends { readonly properties: infer Fields }
          ? AnswerObject<Fields, S extends { readonly required: readonly (infer Name)[] } ? Name : never>
          : S extends { readonly type: keyof Plain }
            ? S extends { readonly const: infer Only }
              ? Only
              : Plain[S['type']]
            : never;

type Plain = { string: string; integer: number; number: number; boolean: boolean; object: Record<string, unknown> };

type AnswerOfOne<Option> = Option extends unknown ? Answer<Option> : never;

// One mapped type over the fields keeps their docstrings.
type AnswerObject<Fields, Required> = Flat<
  { -readonly [Name in keyof Fields as Name extends Required ? Name : never]: Answer<Fields[Name]> } & {
    -readonly [Name in keyof Fields as Name extends Required ? never : Name]?: Answer<Fields[Name]> | undefined;
  }
>;

type Flat<T> = { [Name in keyof T]: T[Name] };

/**
 * Gives the values of a schema a more exact type than the schema has. The code that makes the answer has this type; a check uses the
 * schema only.
 */
export function typedAs<T>() {
  return <const S extends Schema>(schema: S): S & Typed<T> => schema as unknown as S & Typed<T>;
}

/**
 * An object with the schema of the object around it, such as a call within a call. Only the check follows the schema. The OpenAPI document
 * shows a plain object, because it has no references.
 */
export function nested<T>(schema: () => Schema): Typed<T> & { readonly type: 'object'; readonly additionalProperties: true } {
  return { type: 'object', additionalProperties: true, [CHECKED]: schema } as never;
}

/** The schema by which an object is checked that the document shows as a plain one. */
export function nestedSchema(schema: ObjectSchema): Schema | undefined {
  return schema[CHECKED]?.();
}
