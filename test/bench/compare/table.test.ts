import { expect, test } from 'vitest';
import { toRows } from './compare.js';
import { comparisonTable, markdown } from './table.js';

test('default: medians, the ratio with its interval, and starts as ratios to an empty Node program', () => {
  const rows = toRows([
    { name: 'confirm', a: [4, 4, 4], b: [2, 2, 2] },
    { name: 'waiting', a: [200, 200], b: [420, 420] },
    { name: 'warm', a: [500, 500, 500], b: [250, 250, 250] },
    { name: 'empty', a: [50, 49, 51], b: [50, 52, 48] },
  ]);
  expect(markdown(comparisonTable({ a: 'A', b: 'B', rows }))).toBe(
    `
| what                                                    | A       | B       | B / A | 95 % interval | A / E | B / E |
| ------------------------------------------------------- | ------- | ------- | ----- | ------------- | ----- | ----- |
| an empty Node program, start → end                      | 50.0 ms | 50.0 ms | 1.00  | 0.94 – 1.06   | 1.0   | 1.0   |
| \`up\`: process start → ready, warm                       | 500 ms  | 250 ms  | 0.50  | 0.50 – 0.50   | 10.0  | 5.0   |
| send → confirmed over HTTP, one client, first transfers | 4.00 ms | 2.00 ms | 0.50  | 0.50 – 0.50   |       |       |
| confirmed transfers per second, 20 clients that wait    | 200/s   | 420/s   | 2.10  | 2.10 – 2.10   |       |       |
`.trim(),
  );
});
