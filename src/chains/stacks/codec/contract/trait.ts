import type { AbiFunction } from './abi.js';
import { type Expression, parseSource } from './source.js';
import { admits, type ClarityType } from './type.js';

/** A function that a trait requires. */
export type TraitFunction = { name: string; args: ClarityType[]; returns: ClarityType };

/** The trait of that name that a source defines; undefined if it defines none. */
export function findTrait(source: string, name: string): TraitFunction[] | undefined {
  const form = parseSource(source).find(
    (candidate) => Array.isArray(candidate) && candidate[0] === 'define-trait' && candidate[1] === name,
  );
  const functions = Array.isArray(form) ? form[2] : undefined;
  return Array.isArray(functions) ? functions.map(traitFunction) : undefined;
}

/** Returns the ids of the traits that a contract declares to implement. */
export function implementedTraits(forms: readonly Expression[], contract: string): string[] {
  const named = forms.flatMap((form) => (form[0] === 'impl-trait' && typeof form[1] === 'string' ? [form[1]] : []));
  return [...new Set(named.map((reference) => absoluteId(reference, contract)))].sort();
}

/**
 * The first function of a trait, by name, that a contract does not have as the trait wants it; undefined if it meets the
 * trait. By stacks-core's rules: the same number of arguments, each taking at least what the trait's takes, and a result that
 * the trait's admits.
 */
export function unmetFunction(find: (name: string) => AbiFunction | undefined, trait: readonly TraitFunction[]): string | undefined {
  return trait
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .find(({ name, args, returns }) => {
      const own = find(name);
      if (own === undefined || own.access === 'private' || own.args.length !== args.length) return true;
      const takes = own.args.every((arg, i) => {
        const asked = args[i];
        return asked !== undefined && admits(arg, asked);
      });
      return !takes || !admits(returns, own.returns);
    })?.name;
}

/**
 * A function's argument types with the traits named: an interface says only that there is one, the source says which.
 * @param contract `ST….name` of the source
 */
export function nameTraits({ name, args }: AbiFunction, source: string, contract: string): ClarityType[] {
  if (!args.some(hasTrait)) return args;
  const forms = parseSource(source);
  const signature = forms.find(
    (form) => Array.isArray(form) && DEFINES.has(String(form[0])) && Array.isArray(form[1]) && form[1][0] === name,
  );
  const parameters = Array.isArray(signature) && Array.isArray(signature[1]) ? signature[1].slice(1) : [];
  const resolve = (alias: string) => traitId(forms, alias, contract);
  return args.map((arg, i) => nameTrait(arg, parameters[i]?.[1], resolve));
}

const DEFINES = new Set(['define-public', 'define-read-only']);

function hasTrait(type: ClarityType): boolean {
  switch (type.kind) {
    case 'trait':
      return true;
    case 'optional':
      return hasTrait(type.inner);
    case 'response':
      return hasTrait(type.ok) || hasTrait(type.err);
    case 'list':
      return hasTrait(type.item);
    case 'tuple':
      return type.fields.some(([, field]) => hasTrait(field));
    default:
      return false;
  }
}

/** Goes through a type and the form that it was written as. */
function nameTrait(type: ClarityType, form: Expression | undefined, resolve: (alias: string) => string | undefined): ClarityType {
  if (type.kind === 'trait') return { kind: 'trait', id: typeof form === 'string' ? resolve(form.slice(1, -1)) : undefined };
  if (!Array.isArray(form)) return type;
  switch (type.kind) {
    case 'optional':
      return { kind: 'optional', inner: nameTrait(type.inner, form[1], resolve) };
    case 'response':
      return { kind: 'response', ok: nameTrait(type.ok, form[1], resolve), err: nameTrait(type.err, form[2], resolve) };
    case 'list':
      return { ...type, item: nameTrait(type.item, form[2], resolve) };
    case 'tuple': {
      const fields = new Map(fieldForms(form).map(([name, field]) => [String(name), field]));
      return { kind: 'tuple', fields: type.fields.map(([name, field]) => [name, nameTrait(field, fields.get(name), resolve)]) };
    }
    default:
      return type;
  }
}

/** Resolves an alias in a contract: a trait that it defines or uses. */
function traitId(forms: readonly Expression[], alias: string, contract: string): string | undefined {
  for (const form of forms) {
    if (!Array.isArray(form) || form[1] !== alias) continue;
    if (form[0] === 'define-trait') return `${contract}.${alias}`;
    if (form[0] === 'use-trait' && typeof form[2] === 'string') return absoluteId(form[2], contract);
  }
  return undefined;
}

/** What a source calls `.contract` or `'ST….contract`, with more after it or not, as an id. */
function absoluteId(reference: string, contract: string): string {
  return reference.startsWith('.') ? `${contract.split('.')[0]}${reference}` : reference.replace(/^'/, '');
}

function traitFunction(form: Expression): TraitFunction {
  const [name, args, returns] = Array.isArray(form) ? form : [];
  return {
    name: typeof name === 'string' ? name : '',
    args: Array.isArray(args) ? args.map(parseType) : [],
    returns: parseType(returns),
  };
}

/** A type as sources write it; the contract was deployed, so it is one. */
function parseType(form: Expression | undefined): ClarityType {
  if (form === 'int' || form === 'uint' || form === 'bool' || form === 'principal') return { kind: form };
  if (typeof form === 'string') return { kind: form.startsWith('<') ? 'trait' : 'unknown' };
  const [head, first, second] = form ?? [];
  switch (head) {
    case 'buff':
      return { kind: 'buffer', length: Number(first) };
    case 'string-ascii':
    case 'string-utf8':
      return { kind: head, length: Number(first) };
    case 'optional':
      return { kind: 'optional', inner: parseType(first) };
    case 'response':
      return { kind: 'response', ok: parseType(first), err: parseType(second) };
    case 'list':
      return { kind: 'list', length: Number(first), item: parseType(second) };
    case 'tuple':
    case '{':
      return tuple(fieldForms(form ?? []));
    default:
      return { kind: 'unknown' };
  }
}

/** Names and types of a tuple in either way of writing it. */
function fieldForms(form: readonly Expression[]): (Expression | undefined)[][] {
  if (form[0] === '{') return pairs(form.slice(1));
  return form.slice(1).map((field) => (Array.isArray(field) ? [field[0], field[1]] : []));
}

function tuple(fields: (Expression | undefined)[][]): ClarityType {
  return { kind: 'tuple', fields: fields.map(([name, type]) => [String(name), parseType(type)]) };
}

function pairs(words: Expression[]): Expression[][] {
  const result: Expression[][] = [];
  for (let i = 0; i + 1 < words.length; i += 2) result.push(words.slice(i, i + 2));
  return result;
}
