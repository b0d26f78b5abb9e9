import { Cl, type ClarityAbiType, type ClarityValue } from '@stacks/transactions';
import { Dice } from '../../clarity/generate/dice.js';
import { randomInt, randomUInt } from '../../clarity/generate/literals.js';
import { groupAddresses } from './keys.js';

/** What a node says of a contract's definitions. */
export type ContractShape = {
  id: string;
  functions: { name: string; access: string; args: { name: string; type: ClarityAbiType }[] }[];
  variables: { name: string; access: string }[];
  maps: { name: string; key: ClarityAbiType }[];
  fungible: string[];
  nonFungible: { name: string; type: ClarityAbiType }[];
};

/** The contracts that a play knows: those of the network, then its own. */
export class ContractsOfPlay {
  readonly #shapes: ContractShape[];

  constructor(ofNetwork: readonly ContractShape[]) {
    this.#shapes = [...ofNetwork];
  }

  add(shape: ContractShape): void {
    // Those of the play come first: a small index means one of them.
    this.#shapes.unshift(shape);
  }

  pick(index: number): ContractShape | undefined {
    return this.#shapes[index % this.#shapes.length];
  }

  /** An address of the group, or a contract. */
  principal(index: number, group: number): string {
    const all = [...groupAddresses(group), ...this.#shapes.map(({ id }) => id)];
    return all[index % all.length] as string;
  }

  /** Returns a value of a type. */
  value(type: ClarityAbiType, seed: number, group: number): ClarityValue {
    return randomOfType(
      type,
      new Dice(seed),
      (dice) => this.principal(dice.below(20), group),
      (dice) => this.pick(dice.below(20))?.id ?? '',
    );
  }
}

type Names = (dice: Dice) => string;

function randomOfType(type: ClarityAbiType, dice: Dice, principal: Names, contract: Names): ClarityValue {
  const inner = (part: ClarityAbiType) => randomOfType(part, dice, principal, contract);
  switch (type) {
    case 'int128':
      return Cl.int(randomInt(dice));
    case 'uint128':
      return Cl.uint(randomUInt(dice));
    case 'bool':
      return Cl.bool(dice.chance(0.5));
    case 'none':
      return Cl.none();
    case 'principal':
      return Cl.principal(principal(dice));
    case 'trait_reference':
      return Cl.principal(contract(dice));
  }
  if ('buffer' in type) return Cl.buffer(dice.bytes(lengthOf(type.buffer.length, dice)));
  if ('string-ascii' in type) return Cl.stringAscii(textOf('aZ0 +', type['string-ascii'].length, dice));
  if ('string-utf8' in type) return Cl.stringUtf8(textOf('aé€😀', type['string-utf8'].length, dice));
  if ('optional' in type) return dice.chance(0.3) ? Cl.none() : Cl.some(inner(type.optional));
  if ('response' in type) return dice.chance(0.7) ? Cl.ok(inner(type.response.ok)) : Cl.error(inner(type.response.error));
  if ('list' in type) return Cl.list(Array.from({ length: dice.below(Math.min(type.list.length, 8) + 1) }, () => inner(type.list.type)));
  return Cl.tuple(Object.fromEntries(type.tuple.map(({ name, type: part }) => [name, inner(part)])));
}

function lengthOf(most: number, dice: Dice): number {
  return dice.chance(0.6) ? Math.min(most, 1000) : dice.below(Math.min(most, 1000) + 1);
}

function textOf(letters: string, most: number, dice: Dice): string {
  const all = [...letters];
  return dice.times(0, Math.min(most, 100), () => dice.pick(all)).join('');
}

type Interface = {
  functions: (ContractShape['functions'][number] & object)[];
  variables: { name: string; access: string }[];
  maps: { name: string; key: ClarityAbiType }[];
  fungible_tokens: { name: string }[];
  non_fungible_tokens: { name: string; type: ClarityAbiType }[];
};

/** @returns undefined if there is no such contract */
export async function fetchShape(url: string, id: string): Promise<ContractShape | undefined> {
  const response = await fetch(`${url}/v2/contracts/interface/${id.replace('.', '/')}`);
  if (!response.ok) return undefined;
  const { functions, variables, maps, fungible_tokens: fungible, non_fungible_tokens: nonFungible } = (await response.json()) as Interface;
  const byName = <T extends { name: string }>(list: T[]) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    id,
    functions: byName(functions),
    variables: byName(variables),
    maps: byName(maps),
    fungible: fungible.map(({ name }) => name).toSorted(),
    nonFungible: byName(nonFungible),
  };
}
