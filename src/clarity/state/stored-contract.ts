import type { Contract } from '../contract.js';
import type { AnyEpochName } from '../epoch.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';

/** What must be stored of a contract, so that it can be made again without its deploy. */
export type ContractRecord = {
  readonly id: PrincipalValue;
  readonly version: ClarityVersion;
  /** Whose rules it was analysed by. */
  readonly epoch: AnyEpochName;
  /** Of the Stacks chain, at its deploy. */
  readonly height: number;
  readonly source: string;
  /** The first of its slots, which follow each other in the order of its definitions. */
  readonly firstSlot: number;
  /** As `Contract.dataSize`. */
  readonly dataSize: number;
  readonly constants: ReadonlyMap<string, Value>;
  /** The most that there can be of each fungible token that has a limit. */
  readonly caps: ReadonlyMap<string, bigint>;
};

/** A contract that is analysed when something first asks for it. */
export class StoredContract {
  readonly record: ContractRecord;
  readonly #restore: (record: ContractRecord) => Contract;
  #contract: Contract | undefined;

  constructor(record: ContractRecord, restore: (record: ContractRecord) => Contract) {
    this.record = record;
    this.#restore = restore;
  }

  get contract(): Contract {
    this.#contract ??= this.#restore(this.record);
    return this.#contract;
  }
}

/** Returns what must be stored of a contract. */
export function recordOf(contract: Contract): ContractRecord {
  const { id, version, analysis, height, source, dataSize, constants, fungibleTokens } = contract;
  const caps = new Map([...fungibleTokens].flatMap(([name, { cap }]) => (cap === undefined ? [] : [[name, cap] as const])));
  return { id, version, epoch: analysis.epoch.name, height, source, firstSlot: firstSlotOf(contract), dataSize, constants, caps };
}

/** Returns the first slot of a contract; 0 if it has none. */
function firstSlotOf({ variables, maps, fungibleTokens, nonFungibleTokens }: Contract): number {
  const all = [variables, maps, fungibleTokens, nonFungibleTokens].flatMap((definitions) => [...definitions.values()]);
  return all.length === 0 ? 0 : Math.min(...all.map(({ slot }) => slot));
}
