import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevnet } from '../src/start/start-devnet.js';
import { converse } from '../test/conformance/converse.js';
import { observe } from '../test/conformance/observer.js';
import { STACKER } from '../test/conformance/reward-cycles/accounts.js';
import { tour } from '../test/conformance/reward-cycles/tour.js';

// Records answers of a real stacks-node on PATH, for the tests of test/conformance. It takes a few minutes.
// Usage: npx tsx scripts/record-conformance.ts core | transactions-and-contracts | errors-and-limits | simulations | reward-cycles
const FIXTURES = join(import.meta.dirname, '../test/fixtures/conformance');
const name = process.argv[2] ?? 'core';
const ofCycles = name === 'reward-cycles';

await using observer = await observe();
await using devnet = await startDevnet({
  engine: 'native',
  eventObservers: [observer.endpoint],
  ...(ofCycles && { mining: { bitcoin: 'manual' }, balances: { [STACKER.address]: 900_000_000_000_000n } }),
});
if (ofCycles) {
  const forms = await tour({
    url: devnet.urls.stacks,
    mine: async () => void (await devnet.bitcoin.mine(1)),
    events: () => observer.events,
  });
  await write(`${name}.json`, forms);
} else {
  const { cases, receipts } = await converse(name, devnet.urls.stacks, observer);
  await write(`${name}/answers.json`, cases);
  await write(`${name}/receipts.json`, receipts);
}

async function write(file: string, recorded: object): Promise<void> {
  await writeFile(join(FIXTURES, file), `${JSON.stringify(recorded, null, 1)}\n`);
  console.log(`${file}: ${Object.keys(recorded).length} recorded`);
}
