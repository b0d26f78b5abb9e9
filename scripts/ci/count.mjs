// node scripts/ci/count.mjs REPORT LABEL FAILURES [FOLDERS]: prints "passed failed skipped excused" of a JSON report of vitest. Excused are
// the skipped tests in FOLDERS below test/, which have spaces between them. Names the skipped suites on stderr, and adds the failed tests
// to the file FAILURES, with LABEL.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , file, label, failures, excusing] = process.argv;
const MESSAGE_LINES = 12;
const excusedFolders = (excusing ?? '').split(' ').filter((folder) => folder !== '');
const report = JSON.parse(readFileSync(file, 'utf8'));
let excused = 0;
const skipped = new Map();
/** Adds a failure with the first lines of its message. */
const fail = (what, message = '') => {
  const why = message.split('\n', MESSAGE_LINES).map((line) => `  ${line}\n`);
  appendFileSync(failures, `FAILED: ${label}: ${what}\n${why.join('')}`);
};
for (const { name, assertionResults } of report.testResults) {
  const test = path.relative('test', name);
  for (const { status, ancestorTitles, title, failureMessages } of assertionResults) {
    if (status === 'failed') fail([test, ...ancestorTitles, title].join(' > '), failureMessages.join('\n'));
    if (status === 'passed' || status === 'failed') continue;
    if (excusedFolders.some((folder) => test.startsWith(`${folder}/`))) excused++;
    const suite = `${test}: ${ancestorTitles[0] ?? title}`;
    skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
  }
}
for (const [suite, tests] of skipped) console.error(`skipped: ${suite} (${tests})`);
// A file that cannot be loaded has no failed tests.
const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
for (const { name, message } of broken) fail(path.relative('test', name), message);
const total = [...skipped.values()].reduce((sum, tests) => sum + tests, 0);
console.log(report.numPassedTests, report.numFailedTests + broken.length, total, excused);
