import type { TupleType, Type } from '../../clarity/types.js';

type Parameters = readonly { name: string; type: Type }[];

/** The TypeScript type of the values that an argument takes. */
export function inputType(type: Type): string {
  switch (type.kind) {
    case 'int':
    case 'uint':
      return 'bigint | number';
    case 'buffer':
      return `Uint8Array | \`0x\${string}\``;
    case 'optional':
      // null is none, so that a nested optional needs Clarity's own syntax.
      return type.inner.kind === 'optional' ? "import('stacks-devnet').ClarityLiteral | null" : `${inputType(type.inner)} | null`;
    case 'response':
      return `{ ok: ${inputType(type.ok)} } | { err: ${inputType(type.err)} }`;
    case 'list':
      return `readonly ${listItem(inputType(type.entry))}[]`;
    case 'tuple':
      return `{ ${fieldsOf(type)
        .map(([name, field]) => property(name, field))
        .join('; ')} }`;
    default:
      return simpleType(type);
  }
}

/** The TypeScript type of results. */
export function outputType(type: Type): string {
  switch (type.kind) {
    case 'int':
    case 'uint':
      return 'bigint';
    case 'buffer':
      return 'Uint8Array';
    case 'optional':
      return orNull(type.inner);
    case 'response':
      return `{ ok: ${outputType(type.ok)}; err?: undefined } | { err: ${outputType(type.err)}; ok?: undefined }`;
    case 'list':
      return `${listItem(outputType(type.entry))}[]`;
    case 'tuple':
      return `{ ${fieldsOf(type)
        .map(([name, field]) => `${key(name)}: ${outputType(field)}`)
        .join('; ')} }`;
    default:
      return simpleType(type);
  }
}

function fieldsOf({ fields: { names }, types }: TupleType): [name: string, type: Type][] {
  return names.map((name, at) => [name, types[at] as Type]);
}

/** A nested optional has one null for all of its levels. */
function orNull(inner: Type): string {
  if (inner.kind === 'no-type') return 'null';
  return inner.kind === 'optional' ? outputType(inner) : `${outputType(inner)} | null`;
}

/** The type of arguments by name. */
export function argumentsType(args: Parameters): string {
  if (args.length === 0) return 'Record<string, never>';
  return `{ ${args.map(({ name, type }) => property(name, type)).join('; ')} }`;
}

/** The type of arguments in order. */
export function listType(args: Parameters): string {
  return `[${args.map(({ name, type }, index) => `${label(name, index)}: ${inputType(type)}`).join(', ')}]`;
}

/** A property name, in quotes where TypeScript needs them. */
export function key(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name).replace(/^"(.*)"$/, "'$1'");
}

/** Optional values may be left out. */
function property(name: string, type: Type): string {
  return type.kind === 'optional' ? `${key(name)}?: ${inputType(type)} | undefined` : `${key(name)}: ${inputType(type)}`;
}

/** `token-id` as tokenId. */
function label(name: string, index: number): string {
  const camel = name.replace(/[^a-zA-Z0-9]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-zA-Z]\w*$/.test(camel) ? camel : `argument${index}`;
}

function simpleType({ kind }: Type): string {
  if (kind === 'bool') return 'boolean';
  return kind === 'no-type' ? 'never' : 'string';
}

/** A union needs brackets before `[]`. */
function listItem(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}
