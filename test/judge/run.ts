// Random work on our nodes and on the real ones, which judge it: `npm run judge`. docs/maintaining/judge.md says what it finds and what to do then.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { parseArgs } from 'node:util';
import { generators } from './generators.js';
import { type Found, runJudge } from './judge.js';
import { Reach } from './reach.js';
import type { Generator, Judge, JudgeCase } from './types.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string', default: Object.keys(generators).join() },
    'shrink-seconds': { type: 'string', default: '180' },
    first: { type: 'boolean', default: false },
    self: { type: 'boolean', default: false },
    replay: { type: 'string', multiple: true },
    folder: { type: 'string', default: 'judge' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : whole('--seed', values.seed);
const seconds = whole('--seconds', values.seconds);
const shrinkSeconds = whole('--shrink-seconds', values['shrink-seconds']);
/** What earlier runs found is played first. */
const CORPUS = path.join(import.meta.dirname, 'corpus');
const replayed = values.replay?.map((file) => JSON.parse(readFileSync(file, 'utf8')) as JudgeCase);
const cases = replayed ?? readdirSync(CORPUS).flatMap((file) => JSON.parse(readFileSync(path.join(CORPUS, file), 'utf8')) as JudgeCase[]);
const names = replayed === undefined ? values.only.split(',') : [...new Set(cases.map(({ generator }) => generator))];

// A second signal ends the process at once.
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    console.error(`${name}: the run ends after this play`);
    process.exitCode = 1;
    ending.abort();
  });
}
for (const name of names) {
  if (!(name in generators)) usage(`--only: expected ${Object.keys(generators).join(', ')}, but got ${JSON.stringify(name)}`);
}
for (const name of names) if (!ending.signal.aborted) await run((await generators[name]?.()) as Generator);

async function run(generator: Generator): Promise<void> {
  const own = cases.filter((each) => each.generator === generator.name);
  const missing = values.self ? 'asked for with --self' : await generator.missing();
  const judge: Judge = missing === undefined ? 'real' : 'self';
  console.log(`${generator.name}: seed ${seed}, ${judge === 'real' ? 'beside real programs' : `our own node judges itself: ${missing}`}`);
  const reach = new Reach();
  const began = performance.now();
  const report = await runJudge(generator, {
    judge,
    seed,
    seconds: replayed === undefined ? seconds : 0,
    reach,
    shrinkSeconds,
    first: values.first,
    // Who wants to see one difference does not wait for the others.
    checksKnown: replayed === undefined && !values.first,
    signal: ending.signal,
    cases: own,
    onFound: write,
  });
  const { rows, unreached } = reach.table(await generator.everything());
  mkdirSync(values.folder, { recursive: true });
  writeFileSync(path.join(values.folder, `${generator.name}-reach.json`), `${JSON.stringify({ rows, unreached }, null, 1)}\n`);
  const took = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${generator.name}: ${report.rounds} rounds, ${reach.calls} calls of ${rows.length} kinds in ${took} s`);
  for (const [known, times] of report.met) console.log(`  known, ${times} times: ${known}`);
  if (unreached.length > 0) console.log(`  not reached: ${unreached.join(', ')}`);
  for (const known of report.gone)
    console.log(`  GONE: ${known}: its steps show no difference any more; delete it from the list of known ones`);
  const { found, lastFoundAfter } = report;
  if (lastFoundAfter !== undefined) console.log(`  the last new difference was found after ${lastFoundAfter.toFixed(0)} s`);
  console.log(`  ${found.length} differences: ${found.map(({ difference, rounds }) => `${difference.about} (${rounds})`).join(', ')}`);
  if (report.gone.length > 0 || found.length > 0) process.exitCode = 1;
}

function write(found: Found): void {
  mkdirSync(values.folder, { recursive: true });
  const about = found.difference.about.replace(/[^\w-]+/g, '-').slice(0, 40);
  const file = path.join(values.folder, `${found.generator}-${about}-${found.seed}.json`);
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  console.log(
    `FOUND ${found.difference.about} at ${found.difference.path}, in ${found.steps.length} steps: npm run judge -- --replay ${file}`,
  );
  console.log(`  ours:  ${shown(found.difference.ours)}\n  judge: ${shown(found.difference.judge)}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 500);
}

function whole(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) usage(`${flag}: expected a whole number, but got ${JSON.stringify(text)}`);
  return Number(text);
}

function usage(message: string): never {
  console.error(message);
  process.exit(2);
}
