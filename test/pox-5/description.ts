import { cvToString, deserializeCV } from '@stacks/transactions';

/** What clients see of a pox-5: signatures of its functions by name, codes of its errors by name, and the topics that it prints. */
export type Pox5Description = { functions: Record<string, string>; errors: Record<string, number>; events: string[] };

/** @param contractInterface of `/v2/contracts/interface` */
export function describePox5(contractInterface: object, source: string): Pox5Description {
  const functions = (contractInterface as { functions: ContractFunction[] }).functions;
  const shown = functions.filter(({ access }) => access !== 'private');
  const errors = [...source.matchAll(/\(define-constant (ERR_\w+) \(err u(\d+)\)\)/g)];
  const topics = [...source.matchAll(/topic: "([a-z0-9-]+)"/g)].map(([, topic = '']) => topic);
  return {
    functions: Object.fromEntries(shown.map((fn) => [fn.name, signature(fn)])),
    errors: Object.fromEntries(errors.map(([, name, code]) => [name, Number(code)])),
    // The topic of a grant is part of what the signer signs.
    events: [...new Set(topics)].filter((topic) => topic !== 'grant-authorization').sort(),
  };
}

type ContractFunction = { name: string; access: string; args: { name: string; type: Type }[]; outputs: { type: Type } };
type Type =
  | string
  | { buffer: { length: number } }
  | { 'string-ascii': { length: number } }
  | { optional: Type }
  | { response: { ok: Type; error: Type } }
  | { list: { type: Type; length: number } }
  | { tuple: { name: string; type: Type }[] };

function signature({ access, args, outputs }: ContractFunction): string {
  return `${access} (${args.map(({ name, type }) => `${name}: ${text(type)}`).join(', ')}) -> ${text(outputs.type)}`;
}

function text(type: Type): string {
  if (typeof type === 'string') return type;
  if ('buffer' in type) return `(buff ${type.buffer.length})`;
  if ('string-ascii' in type) return `(string-ascii ${type['string-ascii'].length})`;
  if ('optional' in type) return `(optional ${text(type.optional)})`;
  if ('response' in type) return `(response ${text(type.response.ok)} ${text(type.response.error)})`;
  if ('list' in type) return `(list ${type.list.length} ${text(type.list.type)})`;
  return `{ ${type.tuple
    .map(({ name, type: inner }) => `${name}: ${text(inner)}`)
    .sort()
    .join(', ')} }`;
}

/** What clients read of the state of a pox-5: values of constants, and types of variables and maps. */
export type Pox5State = { constants: Record<string, string>; variables: Record<string, string>; maps: Record<string, string> };

/**
 * @param contractInterface of `/v2/contracts/interface`
 * @param constants in hex, by name
 */
export function describeState(contractInterface: object, constants: Readonly<Record<string, string | undefined>>): Pox5State {
  const { variables = [], maps = [] } = contractInterface as {
    variables?: { name: string; type: Type; access: string }[];
    maps?: { name: string; key: Type; value: Type }[];
  };
  const named = variables.filter(({ access }) => access === 'constant').map(({ name }) => name);
  return {
    constants: Object.fromEntries(named.map((name) => [name, cvToString(deserializeCV(constants[name] ?? '09'))])),
    variables: Object.fromEntries(variables.filter(({ access }) => access === 'variable').map(({ name, type }) => [name, text(type)])),
    maps: Object.fromEntries(maps.map(({ name, key, value }) => [name, `${text(key)} -> ${text(value)}`])),
  };
}
