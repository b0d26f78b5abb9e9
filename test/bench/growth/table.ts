import type { Growth } from './curves.js';

/** Returns the rows of a Markdown table, with its head. */
export function growthTable({ curves }: Pick<Growth, 'curves'>): string[][] {
  const rows = curves.flatMap(({ of, points }) =>
    points.map(({ count, confirmMs, restoreMs, listMs, startMs, stateMiB, memoryMiB }) => [
      `${count.toLocaleString('en-US')} ${of}`,
      `${confirmMs.toFixed(1)} ms`,
      `${restoreMs.toFixed(1)} ms`,
      `${listMs.toFixed(1)} ms`,
      `${startMs.toFixed(0)} ms`,
      `${stateMiB.toFixed(1)} MiB`,
      `${memoryMiB.toFixed(0)} MiB`,
    ]),
  );
  return [
    ['after', 'send → confirmed', 'restore', 'a list of 20 transactions', 'start from its state', 'size of the state', 'resident memory'],
    ...rows,
  ];
}
