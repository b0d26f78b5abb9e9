import { freemem } from 'node:os';
import { expect, test } from 'vitest';
import { availableMemory } from '#dist/system/available-memory.js';

const MIB = 2 ** 20;

test('behavior: at least what Node counts, at most what the machine has', () => {
  const before = process.availableMemory();
  const bytes = availableMemory();
  // Other programs take and free memory meanwhile.
  expect(bytes).toBeGreaterThan(Math.min(before, freemem()) - 500 * MIB);
  expect(bytes).toBeLessThan(freemem() + 500 * MIB);
});
