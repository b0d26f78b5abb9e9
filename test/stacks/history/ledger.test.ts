import { expect, test } from 'vitest';
import { bytesOfPart } from '#dist/base/storage/parts-image.js';
import { object, whole } from '#dist/base/storage/schema.js';
import { startDeadline } from '#dist/base/wait.js';
import { createLedger } from '#dist/stacks/history/ledger.js';
import { waitInLedger } from '#dist/stacks/history/wait-in-ledger.js';

type Place = { block: { height: number } };
const PLACE = object<Place>({ block: object<Place['block']>({ height: whole() }) });
const at = (height: number): Place => ({ block: { height } });
const never = new AbortController().signal;
const waitFor = (ledger: ReturnType<typeof createLedger<Place>>, txid: string, confirmations = 1, timeoutMs = 30_000) =>
  waitInLedger({
    chain: 'Stacks',
    ledger,
    txid,
    what: 'to be deep enough',
    arrived: (place, depth) => (depth >= confirmations ? { height: place.block.height, depth } : undefined),
    closed: never,
    ...startDeadline({ timeoutMs }, 0),
  });

test('default: from mempool to block, with its confirmations', async () => {
  const ledger = createLedger<Place>(10, PLACE);
  const waiting = waitFor(ledger, 'a', 2);
  ledger.pending('a');
  expect(ledger.state('a')).toEqual({ at: 'mempool' });
  ledger.block(11, [['a', at(11)]]);
  ledger.block(12, []);
  expect(await waiting).toEqual({ height: 11, depth: 2 });
});

test('behavior: a reorganization orphans the transactions of its blocks, and waits continue', async () => {
  const ledger = createLedger<Place>(10, PLACE);
  ledger.block(11, [['a', at(11)]]);
  ledger.block(12, [['b', at(12)]]);
  const waiting = waitFor(ledger, 'b', 2);
  ledger.reorg(11);
  expect([ledger.state('a').at, ledger.state('b').at, ledger.height()]).toEqual(['block', 'orphaned', 11]);
  ledger.pending('b');
  ledger.block(12, []);
  ledger.block(13, [['b', at(13)]]);
  ledger.block(14, []);
  expect(await waiting).toEqual({ height: 13, depth: 2 });
});

test('error: a transaction that the restored state does not contain is rolled back', async () => {
  const ledger = createLedger<Place>(10, PLACE);
  ledger.pending('kept');
  const restore = ledger.save();
  const kept = waitFor(ledger, 'kept');
  const unseen = waitFor(ledger, 'unseen');
  ledger.pending('undone');
  const undone = waitFor(ledger, 'undone');
  ledger.block(11, []);
  restore();
  expect(ledger.height()).toBe(10);
  await expect(undone).rejects.toMatchObject({ code: 'ROLLED_BACK', lastSeen: 'in the mempool' });
  ledger.block(11, [
    ['kept', at(11)],
    ['unseen', at(11)],
  ]);
  expect(await Promise.all([kept, unseen])).toEqual([
    { height: 11, depth: 1 },
    { height: 11, depth: 1 },
  ]);
});

test('error: dropped or replaced, also before the wait starts', async () => {
  const ledger = createLedger<Place>(10, PLACE);
  ledger.pending('a');
  const waiting = waitFor(ledger, 'a');
  ledger.dropped('a', 'ReplaceByFee', 'b');
  ledger.dropped('c', 'StaleGarbageCollect');
  await expect(waiting).rejects.toMatchObject({ code: 'REPLACED', replacedBy: 'b' });
  await expect(waitFor(ledger, 'c')).rejects.toMatchObject({ code: 'DROPPED', message: expect.stringContaining('StaleGarbageCollect') });
});

test.each([
  ['never seen', () => undefined],
  ['in the mempool', (ledger: ReturnType<typeof createLedger<Place>>) => ledger.pending('a')],
  ['in block 11, 1 confirmation', (ledger: ReturnType<typeof createLedger<Place>>) => ledger.block(11, [['a', at(11)]])],
])('error: a timeout says: %s', async (lastSeen, happen) => {
  const ledger = createLedger<Place>(10, PLACE);
  happen(ledger);
  await expect(waitFor(ledger, 'a', 2, 0)).rejects.toMatchObject({ code: 'TIMEOUT', lastSeen });
});

test('behavior: a restore returns to what was kept, as often as wanted', () => {
  const ledger = createLedger<Place>(10, PLACE);
  ledger.block(11, [['a', at(11)]]);
  const restore = ledger.save();
  for (let run = 0; run < 2; run++) {
    ledger.reorg(10);
    ledger.block(11, [['b', at(11)]]);
    expect([ledger.state('a').at, ledger.state('b').at]).toEqual(['orphaned', 'block']);
    restore();
    expect([ledger.state('a').at, ledger.state('b').at, ledger.height()]).toEqual(['block', 'unknown', 11]);
  }
  ledger.reset();
  expect(ledger.state('a').at).toBe('unknown');
});

test('behavior: the oldest transactions are removed first', () => {
  const ledger = createLedger<Place>(0, PLACE);
  for (let height = 1; height <= 25_000; height++) ledger.block(height, [[`tx ${height}`, at(height)]]);
  expect(['tx 1', 'tx 5001', 'tx 25000'].map((txid) => ledger.state(txid).at)).toEqual(['unknown', 'block', 'block']);
});

const TIPS = { bitcoin: { height: 12 }, stacks: { height: 0, hash: '' } };

test('behavior: a ledger of bytes has the same states', async () => {
  const ledger = createLedger<Place>(10, PLACE);
  ledger.block(11, [
    ['a', at(11)],
    ['b', at(11)],
  ]);
  ledger.block(12, [['c', at(12)]]);
  ledger.pending('d');
  ledger.dropped('e', 'replaced', 'd');
  ledger.rejected('f', 'too low');
  ledger.reorg(11);
  ledger.block(12, []);
  const other = createLedger<Place>(0, PLACE);
  (await other.load(await bytesOfPart(ledger.write), TIPS))();
  for (const txid of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) expect(other.state(txid), txid).toEqual(ledger.state(txid));
  expect(other.height()).toBe(12);
});

test.each([
  ['null', ': expected an object, received null'],
  ['{"tip":12}', 'states: expected a list, received nothing'],
  ['{"tip":12,"states":[["a",{"at":"here"}]]}', 'states[0][1].at: expected block or mempool'],
  [
    '{"tip":12,"states":[["a",{"at":"block","place":{"block":{"height":-1}}}]]}',
    'states[0][1].place.block.height: expected a whole number',
  ],
  ['{"tip":11,"states":[]}', 'tip: expected 12, the height of the chain, received 11'],
])('error: a ledger of the bytes %s', (json, message) => {
  expect(() => createLedger<Place>(0, PLACE).load(Buffer.from(json), TIPS)).toThrow(message.replace(/^: /, ''));
});
