import { Checkout } from '../test/conformance/consensus-snapshots/checkout.js';
import { type Comparison, compare } from '../test/conformance/consensus-snapshots/compare.js';
import { type Answer, type Plan, readPlan } from '../test/conformance/consensus-snapshots/plan.js';
import { Replayer } from '../test/conformance/consensus-snapshots/replay.js';

// Runs the blocks of stacks-core's consensus snapshots on the VM, and compares them: results, texts of errors, costs. Needs a checkout of
// stacks-core and `npm run build`; takes about half a minute. Usage: npx tsx scripts/replay-consensus-snapshots.ts <checkout> [name of a
// test, or a part of it]
const [folder, only = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npx tsx scripts/replay-consensus-snapshots.ts <checkout of stacks-core> [test]');
  process.exit(2);
}
const checkout = new Checkout(folder);
const plan = readPlan(checkout);
reportPlan(plan);
report(compare({ ...plan, tests: plan.tests.filter(({ name }) => name.includes(only)) }, new Replayer(checkout)));

function reportPlan({ tests, skipped }: Plan): void {
  const read = tests.flatMap(({ steps }) => steps).filter(({ expected }) => expected !== undefined).length;
  const unread = skipped.reduce((sum, { blocks }) => sum + blocks, 0);
  console.log(`${tests.length} of ${tests.length + skipped.length} tests, ${read} of ${read + unread} blocks`);
  for (const { name, blocks, reason } of skipped) console.log(`not read: ${name} (${blocks} blocks): ${reason}`);
}

function report({ counts, differences }: Comparison): void {
  for (const [epoch, { steps, equal }] of counts) console.log(`epoch ${epoch}: ${equal} of ${steps} equal`);
  const isOlder = (epoch: string) => Number(epoch) < 2.1;
  const older = differences.filter(({ step }) => isOlder(step.epoch));
  console.log(`${older.length} differences in epochs before 2.1, whose costs this VM does not have`);
  for (const { test, step, expected, actual } of differences.filter((difference) => !older.includes(difference))) {
    console.log(`${test} in ${step.epoch}: ${step.transaction.kind} ${step.transaction.name}`);
    console.log(`  expected ${shown(expected)}\n  actual   ${shown(actual)}`);
  }
}

function shown(answer: Answer): string {
  return JSON.stringify(answer).slice(0, 500);
}
