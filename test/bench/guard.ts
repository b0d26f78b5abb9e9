import path from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryHome } from '../temporary-home.js';
import { type Build, buildIn, checkOut, resolveCommit } from './compare/build.js';
import { load } from './compare/compare.js';
import { FIGURES, type FigureName } from './compare/figures.js';
import { interleave, type Subject } from './compare/interleave.js';
import { signLoad } from './compare/load.js';
import { findRegressions, type Judged } from './compare/regression.js';
import { ratioOfPairs } from './compare/statistics.js';
import { buildSubject, fillCache } from './compare/visit.js';
import { root } from './program.js';

// npm run bench:guard: fails if this build is slower than that of the parent commit.
// npm run bench:guard -- --trials 20: does so with this build on both sides, to show that it does not fail by chance.
const JUDGED: FigureName[] = ['warm', 'confirm'];
const ROUNDS = 6;

const { values } = parseArgs({ options: { trials: { type: 'string' } } });
const home = temporaryHome('guard');
const ours = buildIn(root, 'this build');
const transactions = await signLoad();

if (values.trials !== undefined) {
  const [a, b] = [await prepare(ours, 'a'), await prepare(ours, 'b')];
  let failed = 0;
  for (let trial = 1; trial <= Number(values.trials); trial++) {
    console.log(`trial ${trial}`);
    if ((await judge(a, b)).length > 0) failed++;
  }
  console.log(`${failed} of ${values.trials} trials failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  const parent = await prepareParent();
  if (parent !== undefined) {
    const slower = await judge(parent, await prepare(ours, 'b'));
    for (const name of slower) console.log(`slower than ${parent.name} in three repetitions: ${name}`);
    process.exitCode = slower.length === 0 ? 0 : 1;
  }
}

/** Returns nothing, and says why, if there is no parent that runs. */
async function prepareParent(): Promise<Subject | undefined> {
  const parent = await resolveCommit('HEAD^').catch(() => undefined);
  if (parent === undefined) {
    console.log('skipped: this repository has no parent commit, as a shallow clone or the first commit');
    return undefined;
  }
  try {
    return await prepare(await checkOut(parent, path.join(home, 'checkout')), 'a');
  } catch (error) {
    console.log(`skipped: the parent commit ${parent} does not build or start: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

async function prepare(build: Build, folder: string): Promise<Subject> {
  await fillCache(build, path.join(home, folder));
  return buildSubject(build, path.join(home, folder), transactions, JUDGED);
}

function judge(a: Subject, b: Subject): Promise<string[]> {
  return findRegressions(async (repetition) => {
    const pairs = await interleave(a, b, ROUNDS);
    const judged = pairs.map(({ name, a, b }): Judged => ({ name: FIGURES[name as FigureName].name, ...ratioOfPairs(a, b) }));
    for (const { name, ratio, low, high } of judged) {
      console.log(`repetition ${repetition}: ${name}: ratio ${ratio.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)}), load ${load()}`);
    }
    return judged;
  });
}
