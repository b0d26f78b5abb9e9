import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { growthChart } from '../bench/growth/chart.js';
import { performanceReport } from '../bench/report.js';
import { readRuns } from '../bench/runs.js';

const docs = path.resolve(import.meta.dirname, '../../docs');

test('default: docs/performance.md and its picture show the measured figures', () => {
  const runs = readRuns();
  expect(readFileSync(path.join(docs, 'performance.md'), 'utf8')).toBe(performanceReport(runs));
  expect(readFileSync(path.join(docs, 'pictures/growth.svg'), 'utf8')).toBe(growthChart(runs.growth));
});
