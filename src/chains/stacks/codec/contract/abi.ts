import { isRecord } from '../../../../json.js';
import { showValue } from '../../../../show-value.js';
import type { ClarityValue } from '../value/value.js';
import type { ContractInterface } from './contract-interface.js';
import { admits, argumentType, type ClarityType } from './type.js';
import { debugType } from './type-text.js';

/** A function of a contract's interface, as admission and read-only calls look at it. */
export type AbiFunction = { name: string; access: 'public' | 'read_only' | 'private'; args: ClarityType[]; returns: ClarityType };

/** The function of that name; undefined if the interface has none. */
export function findFunction(contract: ContractInterface, name: string): AbiFunction | undefined {
  for (const entry of contract.functions) {
    if (!isRecord(entry) || entry['name'] !== name) continue;
    const access = entry['access'];
    if (access !== 'public' && access !== 'read_only' && access !== 'private') continue;
    const args = Array.isArray(entry['args']) ? entry['args'] : [];
    const returns = parseAbiType(isRecord(entry['outputs']) ? entry['outputs']['type'] : undefined);
    return { name, access, args: args.map((arg: unknown) => parseAbiType(isRecord(arg) ? arg['type'] : undefined)), returns };
  }
  return undefined;
}

/**
 * What stacks-core's mempool finds wrong with a call's arguments, as its error prints; undefined if nothing.
 * @param traitError what is wrong with a contract that is given for a trait
 */
export function argumentError(args: ClarityValue[], expected: ClarityType[], traitError: TraitError): string | undefined {
  if (args.length !== expected.length) return `IncorrectArgumentCount(${expected.length}, ${args.length})`;
  for (const [i, arg] of args.entries()) {
    const type = expected[i];
    const error = type && mismatch(type, argumentType(arg), traitError);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** `trait` is its `ST….contract.name`, undefined if the source does not name it. */
type TraitError = (contract: string, trait: string | undefined) => string | undefined;
export type TraitArgument = { contract: string; trait: string | undefined };

/** The contracts that a call passes for traits, at any depth. */
export function traitArguments(args: ClarityValue[], expected: ClarityType[]): TraitArgument[] {
  const found: TraitArgument[] = [];
  for (const [i, arg] of args.entries()) {
    const type = expected[i];
    if (type === undefined) continue;
    mismatch(type, argumentType(arg), (contract, trait) => {
      found.push({ contract, trait });
      return undefined;
    });
  }
  return found;
}

function mismatch(expected: ClarityType, actual: ClarityType, traitError: TraitError): string | undefined {
  if (actual.kind === 'unknown') return undefined;
  if (actual.kind === 'optional' && expected.kind === 'optional') return mismatch(expected.inner, actual.inner, traitError);
  if (actual.kind === 'response' && expected.kind === 'response') {
    return mismatch(expected.ok, actual.ok, traitError) ?? mismatch(expected.err, actual.err, traitError);
  }
  if (actual.kind === 'list' && expected.kind === 'list' && actual.length <= expected.length) {
    return mismatch(expected.item, actual.item, traitError);
  }
  if (actual.kind === 'tuple' && expected.kind === 'tuple' && actual.fields.length === expected.fields.length) {
    const fields = new Map(actual.fields);
    for (const [name, type] of expected.fields) {
      const field = fields.get(name);
      const error = field === undefined ? typeError(expected, actual) : mismatch(type, field, traitError);
      if (error !== undefined) return error;
    }
    return undefined;
  }
  if (actual.kind === 'contract' && expected.kind === 'trait') {
    return traitError(actual.id, expected.id);
  }
  return admits(expected, actual) ? undefined : typeError(expected, actual);
}

function typeError(expected: ClarityType, actual: ClarityType): string {
  return `TypeError(${debugType(expected)}, ${debugType(actual)})`;
}

/** Parses a type of a contract interface. @throws TypeError if it is invalid */
export function parseAbiType(type: unknown): ClarityType {
  switch (type) {
    case 'int128':
      return { kind: 'int' };
    case 'uint128':
      return { kind: 'uint' };
    case 'bool':
      return { kind: 'bool' };
    case 'principal':
      return { kind: 'principal' };
    case 'none':
      return { kind: 'unknown' };
    case 'trait_reference':
      return { kind: 'trait' };
  }
  if (isRecord(type)) {
    for (const kind of ['buffer', 'string-ascii', 'string-utf8'] as const) {
      if (isRecord(type[kind])) return { kind, length: Number(type[kind]['length']) };
    }
    const { optional, response, list, tuple } = type;
    if (optional !== undefined) return { kind: 'optional', inner: parseAbiType(optional) };
    if (isRecord(response)) return { kind: 'response', ok: parseAbiType(response['ok']), err: parseAbiType(response['error']) };
    if (isRecord(list)) return { kind: 'list', length: Number(list['length']), item: parseAbiType(list['type']) };
    if (Array.isArray(tuple)) {
      return { kind: 'tuple', fields: tuple.filter(isRecord).map((field) => [String(field['name']), parseAbiType(field['type'])]) };
    }
  }
  throw new TypeError(`not a type of a contract interface: ${showValue(type)}`);
}
