// node scripts/ci/count.mjs REPORT LABEL FAILURES [FOLDER]: "passed failed skipped excused" of a JSON report of vitest, where excused are
// those skipped in FOLDER below test/; the skipped suites are named on stderr, and what failed is added to the file FAILURES, with LABEL.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , file, label, failures, excusing] = process.argv;
const MESSAGE_LINES = 12;
const report = JSON.parse(readFileSync(file, 'utf8'));
let excused = 0;
const skipped = new Map();
/** Adds what failed, and the first lines of why. */
const tell = (what, message = '') => {
  const why = message.split('\n', MESSAGE_LINES).map((line) => `  ${line}\n`);
  appendFileSync(failures, `FAILED: ${label}: ${what}\n${why.join('')}`);
};
for (const { name, assertionResults } of report.testResults) {
  const test = path.relative('test', name);
  for (const { status, ancestorTitles, title, failureMessages } of assertionResults) {
    if (status === 'failed') tell([test, ...ancestorTitles, title].join(' > '), failureMessages.join('\n'));
    if (status === 'passed' || status === 'failed') continue;
    if (excusing && test.startsWith(`${excusing}/`)) excused++;
    const suite = `${test}: ${ancestorTitles[0] ?? title}`;
    skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
}
for (const [suite, tests] of skipped) console.error(`skipped: ${suite} (${tests})`);
// A file that cannot even be loaded has no tests that failed.
const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
for (const { name, message } of broken) tell(path.relative('test', name), message);
const total = [...skipped.values()].reduce((sum, tests) => sum + tests, 0);
console.log(report.numPassedTests, report.numFailedTests + broken.length, total, excused);
