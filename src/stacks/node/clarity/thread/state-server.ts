import type { Contract } from '../../../../clarity/contract.js';
import type { BlockInfo, BurnBlockInfo, ChainView } from '../../../../clarity/execution.js';
import { type Account, type Ownership, type State, StateEditor, type StoredValue } from '../../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import type { Point } from './point.js';

type At = { readonly state: StateEditor; readonly chain: ChainView };

/** Answers what a thread asks about the chain. All of it is read at once, and nothing changes. */
export class Desk {
  readonly #points: At[] = [];

  /** Returns a point of the chain for the thread. */
  point(state: State, chain: ChainView): Point {
    const number = this.#points.push({ state: new StateEditor(state), chain }) - 1;
    const { height, tenureHeight, burnHeight, time } = chain;
    return { number, height, tenureHeight, burnHeight, time, firstSlot: state.nextSlot, liquidSupply: state.liquidSupply };
  }

  contract(point: number, id: PrincipalValue): Contract | undefined {
    return this.#state(point).contract(id);
  }

  account(point: number, principal: PrincipalValue): Account {
    return this.#state(point).account(principal);
  }

  variable(point: number, contract: Contract, name: string): StoredValue | undefined {
    return this.#state(point).variable(contract, defined(contract.variables, name));
  }

  mapEntry(point: number, contract: Contract, name: string, key: Value): StoredValue | undefined {
    return this.#state(point).mapEntry(contract, defined(contract.maps, name), key);
  }

  fungibleBalance(point: number, contract: Contract, name: string, owner: PrincipalValue): bigint {
    return this.#state(point).fungibleBalance(contract, defined(contract.fungibleTokens, name), owner);
  }

  fungibleSupply(point: number, contract: Contract, name: string): bigint | undefined {
    return this.#state(point).fungibleSupply(contract, defined(contract.fungibleTokens, name));
  }

  nonFungibleOwner(point: number, contract: Contract, name: string, id: Value): Ownership['owner'] {
    return this.#state(point).nonFungibleOwner(contract, defined(contract.nonFungibleTokens, name), id);
  }

  block(point: number, height: number): BlockInfo | undefined {
    const block = this.#chain(point).block(height);
    if (block === undefined) return undefined;
    const { time, headerHash, indexHash, burnHash, burnTime, vrfSeed, miner, spentByWinner, spentByAll, reward } = block;
    return { time, headerHash, indexHash, burnHash, burnTime, vrfSeed, miner, spentByWinner, spentByAll, reward };
  }

  heightOfTenure(point: number, tenureHeight: number): number | undefined {
    return this.#chain(point).heightOfTenure(tenureHeight);
  }

  burnBlock(point: number, height: number): BurnBlockInfo | undefined {
    return this.#chain(point).burnBlock(height);
  }

  at(point: number, hash: Uint8Array): Point | undefined {
    const past = this.#chain(point).at(hash);
    return past && this.point(past.state, past.chain);
  }

  #state(point: number): StateEditor {
    return this.#at(point).state;
  }

  #chain(point: number): ChainView {
    return this.#at(point).chain;
  }

  #at(number: number): At {
    const point = this.#points[number];
    if (point === undefined) throw new RangeError(`no point has the number ${number}`);
    return point;
  }
}

function defined<T>(definitions: ReadonlyMap<string, T>, name: string): T {
  const definition = definitions.get(name);
  if (definition === undefined) throw new RangeError(`the contract does not define ${name}`);
  return definition;
}
