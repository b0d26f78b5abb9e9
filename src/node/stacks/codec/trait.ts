import type { AbiFunction } from './abi.js';
import { type Expression, parseSource } from './source.js';
import { admits, type ClarityType } from './type.js';

/** A function that a trait asks for. */
export type TraitFunction = { name: string; args: ClarityType[]; returns: ClarityType };

/** The trait of that name that a source defines; undefined if it defines none. */
export function findTrait(source: string, name: string): TraitFunction[] | undefined {
  const form = parseSource(source).find(
    (candidate) => Array.isArray(candidate) && candidate[0] === 'define-trait' && candidate[1] === name,
  );
  const functions = Array.isArray(form) ? form[2] : undefined;
  return Array.isArray(functions) ? functions.map(traitFunction) : undefined;
}

/** Whether a source says by itself that it implements a trait; `deployer` is where names like `.traits` belong. */
export function declaresTrait(source: string, deployer: string, trait: string): boolean {
  return parseSource(source).some((form) => {
    if (!Array.isArray(form) || form[0] !== 'impl-trait' || typeof form[1] !== 'string') return false;
    const id = form[1].replace(/^'/, '');
    return (id.startsWith('.') ? `${deployer}${id}` : id) === trait;
  });
}

/**
 * Whether a contract's functions meet a trait, by stacks-core's rules: the same number of arguments, each taking at least what
 * the trait's takes, and a result that the trait's admits.
 */
export function meetsTrait(find: (name: string) => AbiFunction | undefined, trait: readonly TraitFunction[]): boolean {
  return trait.every(({ name, args, returns }) => {
    const own = find(name);
    if (own === undefined || own.access === 'private' || own.args.length !== args.length) return false;
    const takes = own.args.every((arg, i) => {
      const asked = args[i];
      return asked !== undefined && admits(arg, asked);
    });
    return takes && admits(returns, own.returns);
  });
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
      return tuple((form ?? []).slice(1).map((field) => (Array.isArray(field) ? [field[0], field[1]] : [])));
    case '{':
      return tuple(pairs((form ?? []).slice(1)));
    default:
      return { kind: 'unknown' };
  }
}

function tuple(fields: (Expression | undefined)[][]): ClarityType {
  return { kind: 'tuple', fields: fields.map(([name, type]) => [String(name), parseType(type)]) };
}

function pairs(words: Expression[]): Expression[][] {
  const result: Expression[][] = [];
  for (let i = 0; i + 1 < words.length; i += 2) result.push(words.slice(i, i + 2));
  return result;
}
