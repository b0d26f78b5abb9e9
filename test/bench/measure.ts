/** One measured figure: durations in ms unless `unit` is given; `goal` is the limit of the design. */
export type Figure = { name: string; runs: number; min: number; median: number; p95: number; unit: string; goal: string };

/** Runs `task` `runs` times in sequence. A task may return its own figure instead of its duration. */
export async function measure(
  name: string,
  goal: string,
  runs: number,
  task: (run: number) => Promise<unknown>,
  unit = 'ms',
): Promise<Figure> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    const own = await task(run);
    values.push(typeof own === 'number' ? own : performance.now() - started);
  }
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
  return { name, runs, min: at(0), median: at(0.5), p95: at(0.95), unit, goal };
}

/** A Markdown table of the figures. */
export function table(figures: Figure[]): string {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
  const rows = figures.map(
    (f) => `| ${f.name} | ${number(f.min)} | ${number(f.median)} | ${number(f.p95)} | ${f.unit} | ${f.goal} | ${f.runs} |`,
  );
  return ['| what | min | median | p95 | unit | goal (median) | runs |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
}
