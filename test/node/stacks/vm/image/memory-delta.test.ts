import { closeSync, openSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileBase, heldBase } from '#dist/node/stacks/vm/image/base-memory.js';
import { applyDelta, copyDelta, freeDelta, memoryDelta } from '#dist/node/stacks/vm/image/memory-delta.js';
import { temporaryFolder } from '../../../../disposable-folder.js';

/** Two and a bit of the pieces that a file is read in. */
const LENGTH = 2 * 1024 * 1024 + 65_536 + 5;
const OFFSET = 77;
const original = new Uint8Array(LENGTH).map((_, i) => i % 251);
const grown = LENGTH + 3 * 65_536;

function changed(places: readonly number[]): Uint8Array {
  const memory = new Uint8Array(grown);
  memory.set(original);
  for (const place of places) memory[place] = (memory[place] ?? 0) ^ 1;
  return memory;
}

test('default: a memory that has changed and grown is put back, from what differs, whatever it became since', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const file = path.join(folder.path, 'base');
  await writeFile(file, Buffer.concat([Buffer.alloc(OFFSET, 9), original, Buffer.alloc(OFFSET, 9)]));
  const places = [0, 4095, 4096, 1024 * 1024 - 1, 1024 * 1024, LENGTH - 1, LENGTH, grown - 1];
  for (const base of [heldBase(original.slice()), fileBase(openSync(file, 'r'), OFFSET, LENGTH)]) {
    const memory = changed(places);
    const delta = memoryDelta(memory, base);
    expect(delta.length).toBe(grown);
    // those around 4096 lie side by side, and so do those at the first end of a piece
    expect(delta.spans).toHaveLength(2 * 5);
    expect(delta.bytes.length).toBeLessThanOrEqual(8 * 512);
    expect(delta.bytes.length).toBe(delta.spans.filter((_, i) => i % 2 === 1).reduce((sum, length) => sum + length, 0));
    const later = changed([1, 5000, 70_000, LENGTH - 2, LENGTH + 70_000]);
    applyDelta(later, base, delta);
    expect(Buffer.compare(later, memory)).toBe(0);
    expect(memoryDelta(changed([]), base).bytes).toHaveLength(0);
    const copy = copyDelta(delta);
    freeDelta(delta);
    expect(delta.bytes).toHaveLength(0);
    applyDelta(later, base, copy);
    expect(Buffer.compare(later, memory)).toBe(0);
    base.close();
  }
});

test('behavior: a file that was removed is still read', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const file = path.join(folder.path, 'base');
  await writeFile(file, original);
  const base = fileBase(openSync(file, 'r'), 0, LENGTH);
  await rm(file);
  const target = new Uint8Array(LENGTH);
  base.copyTo(target);
  expect(Buffer.compare(target, original)).toBe(0);
  base.close();
});

test('error: a file that has been cut short', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const file = path.join(folder.path, 'base');
  await writeFile(file, original);
  const descriptor = openSync(file, 'r');
  await truncate(file, 1_500_000);
  const base = fileBase(descriptor, 0, LENGTH);
  expect(() => base.copyTo(new Uint8Array(LENGTH))).toThrow('cut short');
  expect(() => memoryDelta(original, base)).toThrow('cut short');
  closeSync(descriptor);
});
