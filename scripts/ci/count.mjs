// node scripts/ci/count.mjs REPORT [FOLDER]: "passed failed skipped excused" of a JSON report of vitest, where excused are those skipped
// in FOLDER below test/; the skipped suites are named on stderr.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [, , file, excusing] = process.argv;
const report = JSON.parse(readFileSync(file, 'utf8'));
let excused = 0;
const skipped = new Map();
for (const { name, assertionResults } of report.testResults) {
  for (const { status, ancestorTitles, title } of assertionResults) {
    if (status === 'passed' || status === 'failed') continue;
    const test = path.relative('test', name);
    if (excusing && test.startsWith(`${excusing}/`)) excused++;
    const suite = `${test}: ${ancestorTitles[0] ?? title}`;
    skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
}
for (const [suite, tests] of skipped) console.error(`skipped: ${suite} (${tests})`);
// A file that cannot even be loaded has no tests that failed.
const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
const total = [...skipped.values()].reduce((sum, tests) => sum + tests, 0);
console.log(report.numPassedTests, report.numFailedTests + broken.length, total, excused);
