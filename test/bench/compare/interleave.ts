/** What is measured: a build of this project, or another program. A visit measures each of its figures once. */
export type Subject = { name: string; visit(): Promise<Map<string, number>> };
/** Values of one figure. Those with the same index were measured one right after the other. */
export type Pairs = { name: string; a: number[]; b: number[] };

/** Visits two subjects by turns: A B B A A B B A …, so that neither always comes first. @returns the figures that both have */
export async function interleave(a: Subject, b: Subject, rounds: number, onRound?: (round: number) => void): Promise<Pairs[]> {
  const pairs = new Map<string, Pairs>();
  for (let round = 0; round < rounds; round++) {
    onRound?.(round);
    const visits = new Map<Subject, Map<string, number>>();
    for (const subject of round % 2 === 0 ? [a, b] : [b, a]) visits.set(subject, await subject.visit());
    for (const [name, value] of visits.get(a) ?? []) {
      const other = visits.get(b)?.get(name);
      if (other === undefined) continue;
      const pair = pairs.get(name) ?? { name, a: [], b: [] };
      pair.a.push(value);
      pair.b.push(other);
      pairs.set(name, pair);
    }
  }
  return [...pairs.values()];
}
