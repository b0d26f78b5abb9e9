import { freemem } from 'node:os';
import { expect, test } from 'vitest';
import { availableMemory, filesIn } from '#dist/platform/node/available-memory.js';

const MIB = 2 ** 20;

test('behavior: at least what Node counts, at most what the machine has', () => {
  const before = process.availableMemory();
  const bytes = availableMemory();
  // Other programs take and free memory meanwhile.
  expect(bytes).toBeGreaterThan(Math.min(before, freemem()) - 500 * MIB);
  expect(bytes).toBeLessThan(freemem() + 500 * MIB);
});

test.each([
  ['second', 'anon 900\nfile 500\ninactive_anon 3\nactive_anon 4\ninactive_file 300\nactive_file 100\n', 400],
  ['first', 'cache 9\ninactive_file 1\nactive_file 2\ntotal_cache 500\ntotal_inactive_file 300\ntotal_active_file 100\n', 400],
  ['unknown', 'anon 900\n', 0],
])('behavior: the files in a memory.stat of the %s version of control groups', (_, stat, bytes) => {
  expect(filesIn(stat)).toBe(bytes);
});
