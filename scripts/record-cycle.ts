import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevnet } from '../src/start.js';
import { STACKER } from '../test/conformance/cycle/accounts.js';
import { observe } from '../test/conformance/cycle/observe.js';
import { tour } from '../test/conformance/cycle/tour.js';

// Records what test/conformance/cycle.test.ts compares with, from a real stacks-node on PATH. It takes about five minutes.
const FILE = join(import.meta.dirname, '../test/fixtures/conformance/cycle-forms.json');

await using observer = await observe();
await using devnet = await startDevnet({
  engine: 'native',
  mining: { bitcoin: 'manual' },
  balances: { [STACKER.address]: 900_000_000_000_000n },
  eventObservers: [observer.endpoint],
});
const forms = await tour({
  url: devnet.urls.stacks,
  mine: async () => void (await devnet.bitcoin.mine(1)),
  events: () => observer.events,
});
await writeFile(FILE, `${JSON.stringify(forms, null, 1)}\n`);
console.log(`${Object.keys(forms).length} forms recorded`);
