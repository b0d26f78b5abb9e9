import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BenchResult, performanceReport } from '../test/bench/report.js';

// npm run bench -- --json test/bench/results/embedded.json && npm run bench:docs
const root = path.resolve(import.meta.dirname, '..');
const result = JSON.parse(readFileSync(path.join(root, 'test/bench/results/embedded.json'), 'utf8')) as BenchResult;
writeFileSync(path.join(root, 'docs/performance.md'), performanceReport(result));
