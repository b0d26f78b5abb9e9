import type { FieldNames, ListType, TraitId, TupleType } from '../types/type.js';
import { addressText } from './address.js';

/**
 * The values of Clarity (`Value`, clarity-types/src/types/mod.rs). Values never change.
 * What may be too large or too deep is made by `construct.ts`.
 *
 * Lists and tuples carry a type, because what they cost depends on it: `derived` says whether it follows from their contents alone.
 */
export type Value =
  | IntValue
  | UIntValue
  | BoolValue
  | BufferValue
  | AsciiValue
  | Utf8Value
  | ListValue
  | PrincipalValue
  | CallableValue
  | TupleValue
  | OptionalValue
  | ResponseValue;

export class IntValue {
  readonly kind = 'int';
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

export class UIntValue {
  readonly kind = 'uint';
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

class BoolValue {
  readonly kind = 'bool';
  readonly value: boolean;
  constructor(value: boolean) {
    this.value = value;
  }
}

export class BufferValue {
  readonly kind = 'buffer';
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export class AsciiValue {
  readonly kind = 'ascii';
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A string of Unicode characters; their number, not that of UTF-16 units, is its length. */
export class Utf8Value {
  readonly kind = 'utf8';
  readonly characters: readonly string[];
  constructor(characters: readonly string[]) {
    this.characters = characters;
  }
}

export class ListValue {
  readonly kind = 'list';
  readonly items: readonly Value[];
  readonly type: ListType;
  /** Whether the type follows from the items, and the types of the items from theirs. */
  readonly derived: boolean;
  constructor(items: readonly Value[], type: ListType, derived: boolean) {
    this.items = items;
    this.type = type;
    this.derived = derived;
  }
}

export class TupleValue {
  readonly kind = 'tuple';
  readonly fields: FieldNames;
  /** In the order of the names. */
  readonly values: readonly Value[];
  /** The declared type. @default that of the contents */
  readonly type: TupleType | undefined;
  readonly derived: boolean;
  readonly size: number;
  readonly typeSize: number;
  readonly depth: number;
  constructor(fields: FieldNames, values: readonly Value[], shape: TupleShape) {
    this.fields = fields;
    this.values = values;
    this.type = shape.type;
    this.derived = shape.derived;
    this.size = shape.size;
    this.typeSize = shape.typeSize;
    this.depth = shape.depth;
  }

  /** Returns the value of a field, or undefined. */
  field(name: string): Value | undefined {
    return this.values[this.fields.indexOf(name)];
  }
}

/** What a tuple counts as, see `types/type.ts`. */
export type TupleShape = {
  readonly type: TupleType | undefined;
  readonly derived: boolean;
  readonly size: number;
  readonly typeSize: number;
  readonly depth: number;
};

/** `none` has no value. */
export class OptionalValue {
  readonly kind = 'optional';
  readonly value: Value | undefined;
  readonly size: number;
  readonly typeSize: number;
  readonly depth: number;
  constructor(value: Value | undefined, size: number, typeSize: number, depth: number) {
    this.value = value;
    this.size = size;
    this.typeSize = typeSize;
    this.depth = depth;
  }
}

export class ResponseValue {
  readonly kind = 'response';
  readonly isOk: boolean;
  readonly value: Value;
  readonly size: number;
  readonly typeSize: number;
  readonly depth: number;
  constructor(isOk: boolean, value: Value, size: number, typeSize: number, depth: number) {
    this.isOk = isOk;
    this.value = value;
    this.size = size;
    this.typeSize = typeSize;
    this.depth = depth;
  }
}

/** An account, or with a name a contract. Two of them are equal if their ids are. */
export class PrincipalValue {
  readonly kind = 'principal';
  /** The version, the 20 bytes of the hash, a dot and the name, one character for each byte. */
  readonly id: string;
  /** The name of a contract. */
  readonly name: string | undefined;
  #text: string | undefined;

  constructor(id: string, name: string | undefined, text?: string) {
    this.id = id;
    this.name = name;
    this.#text = text;
  }

  /** The c32 text, and for a contract a dot and its name. Few values need it, and it takes two hashes. */
  get text(): string {
    this.#text ??= encodePrincipal(this.id);
    return this.#text;
  }
}

function encodePrincipal(id: string): string {
  return `${addressText(id.slice(0, STANDARD_LENGTH))}${id.slice(STANDARD_LENGTH)}`;
}

/** The bytes of a version and a hash. */
export const STANDARD_LENGTH = 21;

/** A contract as the target of a call: what a trait's parameter holds. */
export class CallableValue {
  readonly kind = 'callable';
  readonly contract: PrincipalValue;
  readonly trait: TraitId | undefined;
  constructor(contract: PrincipalValue, trait: TraitId | undefined) {
    this.contract = contract;
    this.trait = trait;
  }
}

export const TRUE = new BoolValue(true);
export const FALSE = new BoolValue(false);
/** `none`: its type is an optional of an unknown type. */
export const NONE = new OptionalValue(undefined, 2, 2, 2);
