// Plants each fault in a copy of the compiled code, and sees that its generator finds it: `npm run judge:planted -- [--only NAME]`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BROKEN, type Found } from '../judge.js';
import { allPlanted } from './all.js';
import type { Planted } from './types.js';

/** Each is found within ten minutes, and shrunk to at most six steps. */
const SECONDS = 600;
const MOST_STEPS = 6;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, seed: { type: 'string', default: '1' } } });
const root = path.resolve(import.meta.dirname, '../../..');
let missed = 0;
for (const planted of allPlanted.filter(({ name, generator }) => `${generator}: ${name}`.includes(values.only))) {
  const began = performance.now();
  const found = find(planted);
  const steps = typeof found === 'object' && found.difference.about !== BROKEN ? found.steps.length : undefined;
  const outcome =
    found === undefined
      ? 'MISSED'
      : found === 'without'
        ? 'MISSED: what was found is there without the fault, too'
        : found.difference.about === BROKEN
          ? `MISSED: a side broke: ${found.difference.path}`
          : `found as ${found.difference.about} in ${steps} steps`;
  if (steps === undefined || steps > MOST_STEPS) missed++;
  console.log(`${planted.generator}: ${planted.name}: ${outcome}, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
if (missed > 0) process.exitCode = 1;

/** Returns what the generator found; `without` if it finds that in the code without the fault, too. */
function find({ generator, file, find: text, replace, usesOwnNodeOnly = false }: Planted): Found | 'without' | undefined {
  const copy = path.join(root, `.judge-${process.pid}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'judge-planted-'));
  try {
    mkdirSync(copy);
    execFileSync('cp', ['-al', path.join(root, 'dist'), copy]);
    for (const name of ['bundle', 'src', 'scripts', 'docs', 'node_modules', 'package.json', 'tsconfig.json']) {
      symlinkSync(path.join(root, name), path.join(copy, name));
    }
    // Not a link: its imports must find the `dist` beside it.
    cpSync(path.join(root, 'test'), path.join(copy, 'test'), { recursive: true, filter: (source) => !source.includes('node_modules') });
    const target = path.join(copy, 'dist', file);
    const code = readFileSync(target, 'utf8');
    if (code.split(text).length !== 2) throw new Error(`${file} has ${code.split(text).length - 1} times: ${text}`);
    rmSync(target);
    writeFileSync(
      target,
      code.replace(text, () => replace),
    );
    const run = [
      ...['--import', 'tsx', path.join(copy, 'test/judge/run.ts'), '--only', generator, '--seconds', `${SECONDS}`],
      ...['--seed', values.seed, '--folder', folder, '--first', ...(usesOwnNodeOnly ? ['--self'] : [])],
    ];
    spawnSync(process.execPath, run, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });
    const name = readdirSync(folder).find((each) => each.endsWith('.json') && !each.endsWith('-reach.json'));
    if (name === undefined) return undefined;
    const found = path.join(folder, name);
    const again = ['--import', 'tsx', path.join(root, 'test/judge/run.ts'), '--replay', found, '--folder', path.join(folder, 'again')];
    const { status } = spawnSync(process.execPath, again, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    return status === 0 ? (JSON.parse(readFileSync(found, 'utf8')) as Found) : 'without';
  } finally {
    for (const each of [copy, folder]) rmSync(each, { recursive: true, force: true });
  }
}
