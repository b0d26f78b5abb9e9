/** Something in a chain: it knows its predecessor, so any two tips can be compared. */
export type Link<T> = { readonly height: number; readonly parent: T | undefined };

/** The way from the first link to the tip, by height. Abandoned branches stay reachable through references to their tips. */
export class Path<T extends Link<T>> {
  #links: T[];
  readonly #base: number;

  constructor(first: T) {
    this.#links = [first];
    this.#base = first.height;
  }

  get first(): T {
    return this.#required(this.#base);
  }

  get tip(): T {
    return this.#required(this.#base + this.#links.length - 1);
  }

  /** Returns a path of the same links. */
  copy(): Path<T> {
    const copy = new Path(this.first);
    copy.#links = this.#links.slice();
    return copy;
  }

  /** Undefined below the first link and above the tip. */
  at(height: number): T | undefined {
    return height < this.#base ? undefined : this.#links[height - this.#base];
  }

  /** From the first link to the tip. */
  links(): Iterable<T> {
    return this.#links.values();
  }

  has(link: T): boolean {
    return this.at(link.height) === link;
  }

  push(link: T): void {
    if (link.parent !== this.tip) throw new RangeError(`height ${link.height} does not follow the tip at ${this.tip.height}`);
    this.#links.push(link);
  }

  /**
   * Makes `tip` the tip, also that of another chain with the same first height. @returns what the path left, newest first, and what it
   * entered, oldest first
   */
  switchTo(tip: T): { left: T[]; entered: T[] } {
    const entered: T[] = [];
    let link: T | undefined = tip;
    while (link !== undefined && !this.has(link)) {
      entered.push(link);
      link = link.parent;
    }
    const first = entered.at(-1);
    if (link === undefined && first?.height !== this.#base) throw new RangeError('the tips have no common ancestor');
    const left = this.#links.splice(link === undefined ? 0 : link.height - this.#base + 1).reverse();
    for (const next of entered.reverse()) this.#links.push(next);
    return { left, entered };
  }

  #required(height: number): T {
    const link = this.at(height);
    if (link === undefined) throw new RangeError(`no link at height ${height}`);
    return link;
  }
}
