import { worlds } from './worlds.js';

// program.ts <world> <tests>: prints the time of the tests in ms and the memory in MiB, as JSON.
const [name = '', tests = ''] = process.argv.slice(2);
const open = Object.entries(worlds).find(([known]) => known === name)?.[1];
if (open === undefined) throw new RangeError(`no world is called ${name}`);
const world = await open();
const steps = Array.from({ length: Number(tests) }, (_, index) => index + 1);
const rss = (): number => process.memoryUsage().rss / 2 ** 20;
// The first tests load code.
await world.run(1);
const before = rss();
let most = before;
const started = performance.now();
await Promise.all(
  Array.from({ length: world.atOnce }, async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      await world.run(step);
      most = Math.max(most, rss());
    }
  }),
);
const ms = performance.now() - started;
await world.close();
process.stdout.write(`\n${JSON.stringify({ ms, most, growth: most - before })}\n`);
process.exit();
