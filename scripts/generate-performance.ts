import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { growthChart } from '../test/bench/growth/chart.js';
import { performanceReport } from '../test/bench/report.js';
import { readRuns } from '../test/bench/runs.js';

// npm run bench:docs, after runs with --json test/bench/results/NAME.json for the names in test/bench/runs.ts.
const docs = path.resolve(import.meta.dirname, '../docs');
const runs = readRuns();
writeFileSync(path.join(docs, 'performance.md'), performanceReport(runs));
writeFileSync(path.join(docs, 'pictures/growth.svg'), growthChart(runs.growth));
