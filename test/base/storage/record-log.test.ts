import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordLog, StoredRecord } from '#dist/base/storage/record-log.js';

/** Some records fill a page of 64 KiB together, some are larger than one. */
const size = fc.oneof(fc.nat(300), fc.integer({ min: 20_000, max: 70_000 }));

test('every record reads as it was added, before and after its page is full', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 40 }), (sizes) => {
      const log = new RecordLog();
      const added: { bytes: Buffer; stored: StoredRecord }[] = [];
      for (const length of sizes) {
        const bytes = randomBytes(length);
        added.push({ bytes, stored: new StoredRecord(log, bytes) });
        for (const one of [added[0], added.at(-1)]) expect(one?.stored.read().equals(one.bytes)).toBe(true);
      }
      for (const { bytes, stored } of [...added, ...added].reverse()) expect(stored.read().equals(bytes)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('behavior: records read alike while their pages are being compressed, and afterwards', async () => {
  const log = new RecordLog();
  const added = Array.from({ length: 400 }, (_, index) => {
    // Compressed pages are of different sizes.
    const bytes = Buffer.concat([randomBytes(index * 4), Buffer.alloc(1_000, index)]);
    return { bytes, stored: new StoredRecord(log, bytes) };
  });
  for (let turn = 0; turn < 100; turn++) {
    for (const { bytes, stored } of added.filter((_, index) => index % 50 === turn % 50)) expect(stored.read().equals(bytes)).toBe(true);
    await setImmediate();
  }
  for (const { bytes, stored } of added) expect(stored.read().equals(bytes)).toBe(true);
});

test('behavior: an empty record', () => {
  expect(new StoredRecord(new RecordLog(), Buffer.alloc(0)).read()).toHaveLength(0);
});
