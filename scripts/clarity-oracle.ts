import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EPOCH_NAMES } from '#dist/clarity/epoch.js';
import { Dice } from '../test/clarity/generate/dice.js';
import { generateScenario } from '../test/clarity/generate/scenario.js';
import { Oracle } from '../test/clarity/oracle.js';
import { askOracle, differencesOf, openSession, runStep } from '../test/clarity/scenario.js';

// Generated contracts and calls beside the Clarity of stacks-core: a program that takes and gives JSON lines (test/clarity/oracle.ts
// says which).
// Usage: npx tsx scripts/clarity-oracle.ts <program> compare <first seed> <seeds>    prints what is different
//        npx tsx scripts/clarity-oracle.ts <program> record                          writes the fixture of test/clarity/stacks-core.test.ts
const FIXTURE = join(import.meta.dirname, '../test/fixtures/clarity/scenarios-4.0.2.json.gz');
/** 4.1 is not active anywhere: it is compared, but not recorded. */
const RECORDED = EPOCH_NAMES.filter((name) => name !== '4.1');

const [program, command, first = '1', count = '100'] = process.argv.slice(2);
if (program === undefined || (command !== 'compare' && command !== 'record')) {
  console.error('usage: npx tsx scripts/clarity-oracle.ts <program> compare <first seed> <seeds> | record');
  process.exit(2);
}
using oracle = new Oracle(program);
await (command === 'record' ? record() : compare(Number(first), Number(count)));

async function compare(from: number, seeds: number): Promise<void> {
  const counts = { deploys: 0, calls: 0, succeeded: 0, different: 0 };
  for (let seed = from; seed < from + seeds; seed++) {
    const epoch = new Dice(seed).pick(EPOCH_NAMES);
    const scenario = generateScenario(seed, { epoch, contracts: 4, calls: 14 });
    const answers = await askOracle(oracle, scenario);
    const session = openSession(scenario);
    for (const [at, step] of scenario.steps.entries()) {
      const [expected, actual] = [answers[at], runStep(session, step)];
      if (expected === undefined || actual === undefined) continue;
      counts[step.deploy === undefined ? 'calls' : 'deploys']++;
      if (expected.failure === undefined) counts.succeeded++;
      const different = differencesOf(expected, actual);
      if (different.length === 0) continue;
      counts.different++;
      console.log(`seed ${seed}, epoch ${epoch}, step ${at}: ${JSON.stringify(step).slice(0, 3000)}`);
      for (const field of different)
        console.log(`  ${field}: ${JSON.stringify([expected, actual].map((answer) => Reflect.get(answer, field)))}`);
    }
  }
  console.log(counts);
}

async function record(): Promise<void> {
  const recorded = [];
  for (const [at, epoch] of RECORDED.entries())
    for (const seed of [10 * at + 1, 10 * at + 2]) {
      const scenario = generateScenario(seed, { epoch, contracts: 3, calls: 12 });
      recorded.push({ ...scenario, answers: await askOracle(oracle, scenario) });
    }
  writeFileSync(FIXTURE, gzipSync(`[\n${recorded.map((scenario) => JSON.stringify(scenario)).join(',\n')}\n]\n`, { level: 9 }));
  console.log(`${recorded.flatMap(({ steps }) => steps).length} steps`);
}
