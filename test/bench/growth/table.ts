import type { Growth } from './curves.js';

/** Returns the rows of a Markdown table, with its head. */
export function growthTable({ curves }: Pick<Growth, 'curves'>): string[][] {
  const rows = curves.flatMap(({ of, points }) =>
    points.map(({ count, confirmMs, restoreMs, memoryMiB }) => [
      `${count.toLocaleString('en-US')} ${of}`,
      `${confirmMs.toFixed(1)} ms`,
      `${restoreMs.toFixed(1)} ms`,
      `${memoryMiB.toFixed(0)} MiB`,
    ]),
  );
  return [['after', 'send → confirmed', 'restore', 'resident memory'], ...rows];
}
