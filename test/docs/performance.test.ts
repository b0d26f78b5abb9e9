import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { performanceReport } from '../bench/report.js';

const root = path.resolve(import.meta.dirname, '../..');

test('default: docs/performance.md shows the measured figures', () => {
  const result = JSON.parse(readFileSync(path.join(root, 'test/bench/results/embedded.json'), 'utf8'));
  expect(readFileSync(path.join(root, 'docs/performance.md'), 'utf8')).toBe(performanceReport(result));
});
