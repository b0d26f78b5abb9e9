// Mutates the compiled code of a room, and runs the tests that cover each mutant: `npm run mutation -- <room> [--sample 80] [--seed 1]`.
// It works in a copy of the package beside `test`, so other test runs may go on.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMutants, type Mutant } from './find-mutants.js';
import { rooms } from './rooms.js';
import { type Outcome, openRunner } from './runner.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '80' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
  },
});
const [name = ''] = positionals;
const room = rooms[name];
if (room === undefined) throw new Error(`no room ${name}: ${Object.keys(rooms).join(', ')}`);

const root = path.resolve(import.meta.dirname, '../..');
const copy = path.join(root, `.mutation-${process.pid}`);
const active = path.join(copy, 'active');
const covered = path.join(copy, 'covered');

mkdirSync(copy);
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const folder of ['dist', 'test']) execFileSync('cp', ['-al', path.join(root, folder), copy]);
for (const folder of ['bundle', 'docs', 'scripts', 'src']) symlinkSync(path.join(root, folder), path.join(copy, folder));
// The package's own name stands for the compiled code, because mutants are not in the bundle.
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
manifest.exports['.'] = './dist/index.js';
writeFileSync(path.join(copy, 'package.json'), JSON.stringify(manifest));

const dist = path.join(copy, 'dist');
const isFolder = (file: string): boolean => statSync(path.join(dist, file)).isDirectory();
const files = room.files.flatMap((file) => {
  if (!isFolder(file)) return [file];
  const inner = readdirSync(path.join(dist, file), { recursive: true, encoding: 'utf8' });
  return inner.filter((each) => each.endsWith('.js')).map((each) => path.join(file, each));
});
const tests = room.tests.flatMap((test) => {
  const file = path.join(copy, 'test', test);
  if (existsSync(`${file}.test.ts`)) return [`${file}.test.ts`];
  if (!existsSync(file)) throw new Error(`the room ${name} names the tests ${test}, which do not exist`);
  const inner = readdirSync(file, { recursive: true, encoding: 'utf8' });
  return inner
    .filter((each) => each.endsWith('.test.ts') && !/\.(?:native|docker|programs)\./.test(each))
    .map((each) => path.join(file, each));
});

const mutants: Mutant[] = [];
for (const file of files) {
  const found = findMutants(file, readFileSync(path.join(dist, file), 'utf8'), mutants.length);
  mutants.push(...found.mutants);
  // A new file: the old one is shared with `dist` of the package.
  rmSync(path.join(dist, file));
  const chooser = path.relative(path.dirname(file), 'active-mutant.js');
  writeFileSync(path.join(dist, file), `import { $mutant } from './${chooser}';\n${found.code}`);
}
writeFileSync(
  path.join(dist, 'active-mutant.js'),
  `import { appendFileSync, readFileSync } from 'node:fs';
const active = Number(readFileSync('${active}', 'utf8'));
const seen = new Set();
function note(id) {
  if (!seen.has(id)) { seen.add(id); appendFileSync('${covered}', id + '\\n'); }
  return false;
}
export const $mutant = active < 0 ? note : (id) => id === active;
`,
);

const runner = await openRunner(path.join(copy, 'test'));
const coverage = new Map<number, string[]>();
const times = new Map<string, number>();
writeFileSync(active, '-1');
for (const test of tests) {
  writeFileSync(covered, '');
  const { failed, ms, reasons } = await runner.run([test], 600_000);
  if (failed) throw new Error(`${path.relative(copy, test)} fails without a mutant: ${reasons.join('; ')}`);
  times.set(test, ms);
  for (const id of readFileSync(covered, 'utf8').split('\n').filter(Boolean))
    coverage.set(Number(id), [...(coverage.get(Number(id)) ?? []), test]);
}
console.log(`${name}: ${mutants.length} mutants, ${coverage.size} of them covered by ${tests.length} test files`);

const only = values.only?.split(',').map(Number);
const chosen =
  only === undefined ? sample(mutants, Number(values.sample), Number(values.seed)) : mutants.filter(({ id }) => only.includes(id));
const survivors: Mutant[] = [];
const ends = performance.now() + Number(values.minutes) * 60_000;
let run = 0;
for (const mutant of chosen) {
  if (performance.now() > ends) break;
  run++;
  let isKilled = false;
  for (const test of (coverage.get(mutant.id) ?? []).toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))) {
    const { failed, reasons } = await runWithMutant(mutant.id, test);
    isKilled = failed;
    if (failed && values.verbose) console.log(`killed ${mutant.id}: ${reasons.join('; ').slice(0, 150)}`);
    if (isKilled) break;
  }
  if (!isKilled) {
    survivors.push(mutant);
    const { id, file, line, before, after } = mutant;
    const oneLine = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 110);
    console.log(
      `survived ${id} ${coverage.has(id) ? '' : '(not covered) '}dist/${file}:${line}\n  - ${oneLine(before)}\n  + ${oneLine(after)}`,
    );
  }
}
// A runner that fails for another reason would count every mutant as killed.
writeFileSync(active, `${mutants.length}`);
for (const test of tests) {
  const { failed, reasons } = await runner.run([test], 600_000);
  if (failed) throw new Error(`${path.relative(copy, test)} fails after the mutants, so the score is worthless: ${reasons.join('; ')}`);
}
console.log(`${name}: ${run - survivors.length} of ${run} killed, ${Math.round((1 - survivors.length / run) * 100)} %`);
await runner.close();
process.exit(0);

/** Runs a test file with a mutant. If it is late, and also late without the mutant, the machine is busy: it runs again, for longer. */
async function runWithMutant(id: number, test: string): Promise<Outcome> {
  // Relative to the run without a mutant.
  for (let deadlineMs = (times.get(test) ?? 0) * 3 + 8_000; ; deadlineMs *= 2) {
    writeFileSync(active, `${id}`);
    const outcome = await runner.run([test], deadlineMs);
    if (!outcome.isLate) return outcome;
    writeFileSync(active, `${mutants.length}`);
    if (!(await runner.run([test], deadlineMs)).isLate) return outcome;
  }
}

/** Returns some of a list, the same ones for the same seed. */
function sample<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}
