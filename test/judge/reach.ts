/** How often each thing was called, and how many of the calls were refused. */
export class Reach {
  readonly #counts = new Map<string, { calls: number; refused: number }>();

  count(about: string, wasRefused: boolean): void {
    const count = this.#counts.get(about) ?? { calls: 0, refused: 0 };
    count.calls++;
    if (wasRefused) count.refused++;
    this.#counts.set(about, count);
  }

  get calls(): number {
    return [...this.#counts.values()].reduce((sum, { calls }) => sum + calls, 0);
  }

  /** A row for each name, sorted; and the names of `everything` that nothing has called. */
  table(everything: readonly string[]): { rows: { about: string; calls: number; refused: number }[]; unreached: string[] } {
    const rows = [...this.#counts].map(([about, count]) => ({ about, ...count })).toSorted((a, b) => (a.about < b.about ? -1 : 1));
    return { rows, unreached: everything.filter((name) => !this.#counts.has(name)) };
  }
}
