import type { PrincipalValue } from '../values/value.js';

/** The first inherited slot. Those of a state begin at 0. */
export const FIRST_INHERITED = -(2 ** 25);

type Range = { readonly id: PrincipalValue; readonly first: number; readonly count: number };

/** Which slots inherited contracts have: each has some in a row, from the moment at which something asks for it, or reserves them. */
export class InheritedSlots {
  readonly #ranges: Range[] = [];
  readonly #byId = new Map<string, Range>();
  #next = FIRST_INHERITED;

  /**
   * Gives a contract its slots, unless it has them.
   * @returns the first one
   */
  reserve(id: PrincipalValue, count: number): number {
    const known = this.#byId.get(id.id);
    if (known !== undefined) return known.first;
    const range = { id, first: this.#next, count };
    this.#next += count;
    this.#byId.set(id.id, range);
    this.#ranges.push(range);
    return range.first;
  }

  /** The contracts that have slots. */
  get contracts(): readonly PrincipalValue[] {
    return this.#ranges.map(({ id }) => id);
  }

  /** Returns where the slots of a contract begin, or would begin if it has none yet. */
  first(id: PrincipalValue): number {
    return this.#byId.get(id.id)?.first ?? this.#next;
  }

  /** Returns the contract of a slot. @throws RangeError for a slot of no contract */
  find(slot: number): Range {
    let low = 0;
    let high = this.#ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#ranges[middle] as Range).first <= slot) low = middle;
      else high = middle - 1;
    }
    const range = this.#ranges[low];
    if (range === undefined || slot < range.first || slot >= range.first + range.count)
      throw new RangeError(`no contract has the slot ${slot}`);
    return range;
  }
}
