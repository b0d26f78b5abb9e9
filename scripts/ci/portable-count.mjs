// node scripts/ci/portable-count.mjs LOG…: prints "passed failed skipped" of logs LOG.log of node:test (TAP), `bun test` or `deno test`,
// and the failed tests on stderr. A log without a summary counts as one failure.
import { readFileSync } from 'node:fs';

/** The summaries, and the lines of failed tests. */
const FORMATS = [
  { passed: /^# pass (\d+)/m, failed: /^# fail (\d+)/m, skipped: /^# skipped (\d+)/m, names: /^not ok \d+ - .*/gm },
  { passed: /^ *(\d+) pass$/m, failed: /^ *(\d+) fail$/m, skipped: /^ *(\d+) skip$/m, names: /^\(fail\) .*/gm },
  { passed: /\| (\d+) passed/, failed: /\| (\d+) failed/, skipped: /\| (\d+) ignored/, names: /^.* \.\.\. FAILED.*/gm },
];
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const log of process.argv.slice(2)) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  const text = readFileSync(`${log}.log`, 'utf8').replace(/\u001b\[[\d;]*m/g, '');
  const format = FORMATS.find(({ passed }) => passed.test(text));
  if (format === undefined) {
    sum.failed++;
    console.error(`${log}: no summary\n${text.slice(-2_000)}`);
    continue;
  }
  for (const key of Object.keys(sum)) sum[key] += Number(format[key].exec(text)?.[1] ?? 0);
  for (const name of text.match(format.names) ?? []) console.error(name);
}
console.log(sum.passed, sum.failed, sum.skipped);
