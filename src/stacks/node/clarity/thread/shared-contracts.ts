import type { Contract } from '../../../../clarity/contract.js';

/** The contracts that both threads have, by numbers of the main thread. */
export class SharedContracts {
  readonly #numbers = new Map<Contract, number>();
  readonly #contracts = new Map<number, Contract>();
  readonly #gives: boolean;
  #next = 0;

  /** @param gives whether this thread gives the numbers */
  constructor(gives: boolean) {
    this.#gives = gives;
  }

  get size(): number {
    return this.#contracts.size;
  }

  numberOf(contract: Contract): number | undefined {
    return this.#numbers.get(contract);
  }

  at(number: number): Contract {
    const contract = this.#contracts.get(number);
    if (contract === undefined) throw new RangeError(`no contract has the number ${number}`);
    return contract;
  }

  /** Gives a number to a contract that is being sent; undefined in the other thread, whose contracts are new ones. */
  share(contract: Contract): number | undefined {
    if (!this.#gives) return undefined;
    this.add(contract, this.#next);
    return this.#next++;
  }

  add(contract: Contract, number: number): void {
    this.#numbers.set(contract, number);
    this.#contracts.set(number, contract);
  }

  clear(): void {
    this.#numbers.clear();
    this.#contracts.clear();
  }
}
