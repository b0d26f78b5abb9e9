/**
 * The types of Clarity (`TypeSignature`, clarity-types/src/types/signatures.rs). Types never change. Each one knows
 *
 * - `size`: the most bytes that a value of it counts as, for costs and limits; `Infinity` if it exceeds the limit of a value
 * - `typeSize`: the bytes that the type itself counts as
 * - `minSize`: the fewest bytes that a value of it counts as
 * - `depth`: how deep its values can be nested
 */
export type Type =
  | NoType
  | IntType
  | UIntType
  | BoolType
  | PrincipalType
  | BufferType
  | AsciiType
  | Utf8Type
  | ListType
  | TupleType
  | OptionalType
  | ResponseType
  | CallableType
  | ListUnionType;

/** The largest size of a value, in bytes. */
export const MAX_VALUE_SIZE = 1024 * 1024;
/** The most characters of a `string-utf8`. */
export const MAX_UTF8_LENGTH = MAX_VALUE_SIZE / 4;
/** How deep a value can be nested. */
export const MAX_TYPE_DEPTH = 32;
/** The size of an optional or a response, without its contents. */
const WRAPPER_SIZE = 1;

/** The name of a trait and the contract that defines it, each as text: `ST….contract` and `trait`. */
export type TraitId = { readonly contract: string; readonly name: string };

abstract class Base {
  declare readonly size: number;
  declare readonly typeSize: number;
  declare readonly minSize: number;
  declare readonly depth: number;

  constructor(size: number, typeSize: number, minSize: number, depth: number) {
    this.size = size;
    this.typeSize = typeSize;
    this.minSize = minSize;
    this.depth = depth;
  }
}

/** What is not known: the contents of `none`, the other side of `(ok 1)`. */
class NoType extends Base {
  readonly kind = 'no-type';
  constructor() {
    super(1, 1, 1, 1);
  }
}

class IntType extends Base {
  readonly kind = 'int';
  constructor() {
    super(16, 1, 16, 1);
  }
}

class UIntType extends Base {
  readonly kind = 'uint';
  constructor() {
    super(16, 1, 16, 1);
  }
}

class BoolType extends Base {
  readonly kind = 'bool';
  constructor() {
    super(1, 1, 1, 1);
  }
}

const PRINCIPAL_SIZE = 148;
const TRAIT_SIZE = 276;

class PrincipalType extends Base {
  readonly kind = 'principal';
  constructor() {
    super(PRINCIPAL_SIZE, 1, PRINCIPAL_SIZE, 1);
  }
}

/** `(buff n)`. */
export class BufferType extends Base {
  readonly kind = 'buffer';
  declare readonly length: number;
  constructor(length: number) {
    super(4 + length, 5, 4, 1);
    this.length = length;
  }
}

/** `(string-ascii n)`. */
export class AsciiType extends Base {
  readonly kind = 'ascii';
  declare readonly length: number;
  constructor(length: number) {
    super(4 + length, 5, 4, 1);
    this.length = length;
  }
}

/** `(string-utf8 n)`: n characters. */
export class Utf8Type extends Base {
  readonly kind = 'utf8';
  declare readonly length: number;
  constructor(length: number) {
    super(4 + 4 * length, 5, 4, 1);
    this.length = length;
  }
}

/** `(list n entry)`. */
export class ListType extends Base {
  readonly kind = 'list';
  declare readonly entry: Type;
  declare readonly maxLength: number;
  constructor(entry: Type, maxLength: number) {
    const typeSize = boundedSize(entry.typeSize + 5);
    super(boundedSize(entry.size * maxLength + typeSize), typeSize, typeSize, 1 + entry.depth);
    this.entry = entry;
    this.maxLength = maxLength;
  }
}

/** The names of a tuple's fields, in byte order. */
export class FieldNames {
  readonly names: readonly string[];
  /** The bytes of all names together. */
  readonly bytes: number;
  /** Made when it is needed: most types are only compared. */
  #index: ReadonlyMap<string, number> | undefined;

  /** @param names sorted, without duplicates */
  constructor(names: readonly string[]) {
    this.names = names;
    this.bytes = names.reduce((sum, name) => sum + name.length, 0);
  }

  /** Returns where a field is, or -1. */
  indexOf(name: string): number {
    this.#index ??= new Map(this.names.map((name, at) => [name, at]));
    return this.#index.get(name) ?? -1;
  }

  equals(other: FieldNames): boolean {
    if (this === other) return true;
    return this.names.length === other.names.length && this.names.every((name, at) => name === other.names[at]);
  }
}

/** `{ name: type, … }`; `types` are in the order of the names. */
export class TupleType extends Base {
  readonly kind = 'tuple';
  declare readonly fields: FieldNames;
  declare readonly types: readonly Type[];
  constructor(fields: FieldNames, types: readonly Type[]) {
    let typeSize = 2 * types.length + fields.bytes;
    let sizes = fields.bytes;
    let minSizes = fields.bytes;
    let depth = 0;
    for (const type of types) {
      typeSize += type.typeSize;
      sizes += type.size;
      minSizes += type.minSize;
      depth = Math.max(depth, type.depth);
    }
    typeSize = boundedSize(typeSize);
    const overhead = 2 * types.length + typeSize;
    super(boundedSize(overhead + sizes), typeSize, boundedSize(overhead + minSizes), 1 + depth);
    this.fields = fields;
    this.types = types;
  }

  /** Returns the type of a field, or undefined. */
  field(name: string): Type | undefined {
    return this.types[this.fields.indexOf(name)];
  }
}

export class OptionalType extends Base {
  readonly kind = 'optional';
  declare readonly inner: Type;
  constructor(inner: Type) {
    super(inner.size + WRAPPER_SIZE, inner.typeSize + 1, WRAPPER_SIZE + 1, 1 + inner.depth);
    this.inner = inner;
  }
}

export class ResponseType extends Base {
  readonly kind = 'response';
  declare readonly ok: Type;
  declare readonly err: Type;
  constructor(ok: Type, err: Type) {
    const size = Math.max(ok.size, err.size) + WRAPPER_SIZE;
    super(size, ok.typeSize + err.typeSize + 1, Math.min(ok.minSize, err.minSize) + WRAPPER_SIZE, 1 + Math.max(ok.depth, err.depth));
    this.ok = ok;
    this.err = err;
  }
}

/** What a callable is: a contract that is written as a literal, or whatever implements a trait. */
export type Callable =
  | { readonly contract: string; readonly trait?: undefined }
  | { readonly contract?: undefined; readonly trait: TraitId };

export class CallableType extends Base {
  readonly kind = 'callable';
  declare readonly callable: Callable;
  constructor(callable: Callable) {
    const size = callable.trait === undefined ? PRINCIPAL_SIZE : TRAIT_SIZE;
    super(size, 1, size, 1);
    this.callable = callable;
  }
}

/** Returns whether values of a type are contracts that implement a trait. */
export function isTraitType(type: Type): boolean {
  return type.kind === 'callable' && type.callable.trait !== undefined;
}

/** The entries of a list of callables: what they are is decided where the list is used (`concretize`). Sorted, contracts first. */
export class ListUnionType extends Base {
  readonly kind = 'list-union';
  declare readonly callables: readonly Callable[];
  constructor(callables: readonly Callable[]) {
    super(PRINCIPAL_SIZE, 1, PRINCIPAL_SIZE, 1);
    this.callables = callables;
  }
}

/** A size above the limit of a value stays infinite, however it is used. */
export function boundedSize(size: number): number {
  return size > MAX_VALUE_SIZE ? Number.POSITIVE_INFINITY : size;
}

export const NO_TYPE = new NoType();
export const INT = new IntType();
export const UINT = new UIntType();
export const BOOL = new BoolType();
export const PRINCIPAL = new PrincipalType();
export const BUFFER_1 = new BufferType(1);
export const BUFFER_20 = new BufferType(20);
export const BUFFER_32 = new BufferType(32);
export const BUFFER_33 = new BufferType(33);
export const BUFFER_64 = new BufferType(64);
export const BUFFER_65 = new BufferType(65);
export const BUFFER_MAX = new BufferType(MAX_VALUE_SIZE);
export const ASCII_1 = new AsciiType(1);
export const ASCII_40 = new AsciiType(40);
export const ASCII_128 = new AsciiType(128);
export const ASCII_MAX = new AsciiType(MAX_VALUE_SIZE);
export const UTF8_1 = new Utf8Type(1);
export const UTF8_40 = new Utf8Type(40);
export const UTF8_MAX = new Utf8Type(MAX_UTF8_LENGTH);
export const EMPTY_LIST = new ListType(NO_TYPE, 0);
