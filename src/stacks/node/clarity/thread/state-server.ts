import type { Contract } from '../../../../clarity/contract.js';
import type { BlockInfo, BurnBlockInfo, ChainView } from '../../../../clarity/execution.js';
import {
  type Account,
  accountsOf,
  type Change,
  dataOf,
  type Ownership,
  type State,
  StateEditor,
  type StoredValue,
} from '../../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';

/** A state of the chain, as a job names it. The thread asks for the rest of the state. */
export type StateHandle = Pick<ChainView, 'height' | 'tenureHeight' | 'burnHeight' | 'time'> &
  Pick<State, 'liquidSupply'> & {
    /** The number by which the thread asks for it. */
    readonly number: number;
    readonly firstSlot: number;
  };

/** A contract, and all that it stores, unless that is much. */
export type ContractWithData = { readonly contract: Contract; readonly data: readonly Change[] | undefined };

/** How many entries one answer may have, and how many bytes: they take about a millisecond. */
const MOST_ENTRIES = 1_000;
const MOST_BYTES = 1_000_000;

type Shared = { readonly state: StateEditor; readonly chain: ChainView };

/** Answers the questions of a thread about states of the chain. Answers are read at once, and no state changes. */
export class StateServer {
  readonly #shared: Shared[] = [];

  /** Shares a state with the thread. @returns its handle */
  share(state: State, chain: ChainView): StateHandle {
    const number = this.#shared.push({ state: new StateEditor(state), chain }) - 1;
    const { height, tenureHeight, burnHeight, time } = chain;
    return { number, height, tenureHeight, burnHeight, time, firstSlot: state.nextSlot, liquidSupply: state.liquidSupply };
  }

  contract(handle: number, id: PrincipalValue): Contract | undefined {
    return this.#state(handle).contract(id);
  }

  contractWithData(handle: number, id: PrincipalValue): ContractWithData | undefined {
    const contract = this.contract(handle, id);
    return contract && { contract, data: ifFew(dataOf(this.#state(handle).snapshot(), contract)) };
  }

  /** Returns undefined if there are many. */
  accounts(handle: number): readonly Change[] | undefined {
    return ifFew(accountsOf(this.#state(handle).snapshot()));
  }

  account(handle: number, principal: PrincipalValue): Account {
    return this.#state(handle).account(principal);
  }

  variable(handle: number, contract: Contract, name: string): StoredValue | undefined {
    return this.#state(handle).variable(contract, defined(contract.variables, name));
  }

  mapEntry(handle: number, contract: Contract, name: string, key: Value): StoredValue | undefined {
    return this.#state(handle).mapEntry(contract, defined(contract.maps, name), key);
  }

  fungibleBalance(handle: number, contract: Contract, name: string, owner: PrincipalValue): bigint {
    return this.#state(handle).fungibleBalance(contract, defined(contract.fungibleTokens, name), owner);
  }

  fungibleSupply(handle: number, contract: Contract, name: string): bigint | undefined {
    return this.#state(handle).fungibleSupply(contract, defined(contract.fungibleTokens, name));
  }

  nonFungibleOwner(handle: number, contract: Contract, name: string, id: Value): Ownership['owner'] {
    return this.#state(handle).nonFungibleOwner(contract, defined(contract.nonFungibleTokens, name), id);
  }

  block(handle: number, height: number): BlockInfo | undefined {
    const block = this.#chain(handle).block(height);
    if (block === undefined) return undefined;
    const { time, headerHash, indexHash, burnHash, burnTime, vrfSeed, miner, spentByWinner, spentByAll, reward } = block;
    return { time, headerHash, indexHash, burnHash, burnTime, vrfSeed, miner, spentByWinner, spentByAll, reward };
  }

  heightOfTenure(handle: number, tenureHeight: number): number | undefined {
    return this.#chain(handle).heightOfTenure(tenureHeight);
  }

  burnBlock(handle: number, height: number): BurnBlockInfo | undefined {
    return this.#chain(handle).burnBlock(height);
  }

  at(handle: number, hash: Uint8Array): StateHandle | undefined {
    const past = this.#chain(handle).at(hash);
    return past && this.share(past.state, past.chain);
  }

  #state(handle: number): StateEditor {
    return this.#at(handle).state;
  }

  #chain(handle: number): ChainView {
    return this.#at(handle).chain;
  }

  #at(number: number): Shared {
    const shared = this.#shared[number];
    if (shared === undefined) throw new RangeError(`no state has the number ${number}`);
    return shared;
  }
}

/** Returns undefined if there are many, or if there may be more. */
function ifFew(changes: Iterable<Change> | undefined): readonly Change[] | undefined {
  if (changes === undefined) return undefined;
  const few: Change[] = [];
  let bytes = 0;
  for (const change of changes) {
    few.push(change);
    if ('value' in change && typeof change.value === 'object' && 'size' in change.value) bytes += change.value.size;
    if (few.length > MOST_ENTRIES || bytes > MOST_BYTES) return undefined;
  }
  return few;
}

function defined<T>(definitions: ReadonlyMap<string, T>, name: string): T {
  const definition = definitions.get(name);
  if (definition === undefined) throw new RangeError(`the contract does not define ${name}`);
  return definition;
}
