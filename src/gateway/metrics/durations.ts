type Labels = Readonly<Record<string, string>>;
/** How many durations had these labels: in each bucket, and in all. */
type Series = { labels: Labels; buckets: number[]; count: number; sum: number };

/** The upper bounds of the buckets, in seconds; longer durations are only in the sum. */
export const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300];

/**
 * Counts durations as a histogram of Prometheus does. The library would do it, too, but it takes 3 MiB, and nobody scrapes most networks.
 */
export class Durations {
  readonly #series = new Map<string, Series>();

  /** @param labels always the same names in the same order */
  note(labels: Labels, seconds: number): void {
    const key = Object.values(labels).join(' ');
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, buckets: BOUNDS.map(() => 0), count: 0, sum: 0 };
      this.#series.set(key, series);
    }
    series.count++;
    series.sum += seconds;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  /** Returns the lines of a histogram with this name, as the library has them: a bucket contains all before it. */
  values(name: string): { metricName: string; labels: Record<string, string | number>; value: number }[] {
    return [...this.#series.values()].flatMap(({ labels, buckets, count, sum }) => {
      let before = 0;
      const counts = BOUNDS.map((le, index) => {
        before += buckets[index] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: before };
      });
      return [
        ...counts,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
  }
}
