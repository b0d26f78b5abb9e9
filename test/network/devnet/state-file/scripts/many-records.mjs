// Keeps a counter in a state file whose journal becomes a state all the time, until it is killed. It prints each number that is kept.
import { readWhole } from '#dist/network/devnet/state-file/format.js';
import { keepState } from '#dist/network/devnet/state-file/keep.js';
import { openState } from '#dist/platform/node/states.js';

const store = await openState(process.argv[2]);
const bytes = await store.read();
const stored = bytes && (await readWhole(bytes));
let count = stored === undefined ? 0 : Number(Buffer.from(stored.parts.get('count')).toString().split(' ')[0]);
process.stdout.write(`start ${count} ${stored?.isWhole !== false}\n`);
const state = {
  write: async (parts) => parts.part('count').wholeBytes(Buffer.from(`${count} ${String(count).repeat(40)}`)),
};
const keeper = keepState({
  ...{ state, store, stored, version: '1.2.3', longJournal: 2_000 },
  subscribe: () => () => undefined,
  onProblem: (problem) => process.stderr.write(`${problem}\n`),
});
for (;;) {
  await keeper.flush();
  process.stdout.write(`${count}\n`);
  count++;
}
