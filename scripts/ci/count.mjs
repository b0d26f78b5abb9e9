// node scripts/ci/count.mjs REPORT: "passed failed skipped" of a JSON report of vitest; the skipped suites are named on stderr.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const skipped = new Map();
for (const { name, assertionResults } of report.testResults) {
  for (const { status, ancestorTitles, title } of assertionResults) {
    if (status === 'passed' || status === 'failed') continue;
    const suite = `${path.relative('test', name)}: ${ancestorTitles[0] ?? title}`;
    skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
}
for (const [suite, tests] of skipped) console.error(`skipped: ${suite} (${tests})`);
// A file that cannot even be loaded has no tests that failed.
const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
const total = [...skipped.values()].reduce((sum, tests) => sum + tests, 0);
console.log(report.numPassedTests, report.numFailedTests + broken.length, total);
