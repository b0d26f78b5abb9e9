import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { ByteKeeper, type KeptBytes, SlabPlace } from '#dist/base/storage/byte-keeper.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MIB = 2 ** 20;
const isLinux = process.platform === 'linux';

/** The file of this process that has no name. */
function openFiles(): string[] {
  const targets = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.includes(path.join(tmpdir(), `stacks-devnet-${process.pid}-`)));
}

/** Pieces of different sizes: some are larger than a slab. */
function keepMany(keeper: ByteKeeper, total: number): { bytes: Buffer; kept: KeptBytes }[] {
  const pieces: { bytes: Buffer; kept: KeptBytes }[] = [];
  for (let size = 0, index = 0; size < total; index++) {
    const bytes = randomBytes(index % 20 === 19 ? 2.5 * MIB : 1 + ((index * 37_123) % 400_000));
    pieces.push({ bytes, kept: keeper.keep(bytes) });
    size += bytes.length;
  }
  return pieces;
}

const areSame = (pieces: readonly { bytes: Buffer; kept: KeptBytes }[]): boolean =>
  pieces.every(({ bytes, kept }) => bytes.equals(kept.read()));

test.runIf(isLinux)('behavior: what is too much for the memory lies in a file without a name, as long as something needs it', async () => {
  const [keeper, before] = [new ByteKeeper(new SlabPlace(16 * MIB)), openFiles()];
  const opened = (): string[] => openFiles().filter((file) => !before.includes(file));
  const few = keepMany(keeper, 10 * MIB);
  expect(opened()).toEqual([]);
  let many: ReturnType<typeof keepMany> | undefined = keepMany(keeper, 30 * MIB);
  // The same, while it is written, and afterwards.
  expect(areSame([...few, ...many])).toBe(true);
  await vi.waitFor(() => expect(opened()).toEqual([expect.stringMatching(/ \(deleted\)$/)]));
  await sleep(50);
  expect(areSame([...many, ...few])).toBe(true);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`stacks-devnet-${process.pid}-`))).toEqual([]);

  // Parts of the file are used again.
  many = undefined;
  few.length = 0;
  await freed();
  const again = keepMany(keeper, 40 * MIB);
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  await sleep(50);
  expect(areSame(again)).toBe(true);
});

test.runIf(isLinux)('behavior: the file ends with what was in it', async () => {
  const [place, before] = [new SlabPlace(4 * MIB), openFiles()];
  const opened = (): string[] => openFiles().filter((file) => !before.includes(file));
  const fill = async (): Promise<void> => {
    const pieces = keepMany(new ByteKeeper(place), 20 * MIB);
    await vi.waitFor(() => expect(opened()).toHaveLength(1));
    expect(areSame(pieces)).toBe(true);
  };
  await fill();
  await vi.waitFor(
    async () => {
      await freed();
      expect(opened()).toEqual([]);
    },
    { timeout: 20_000 },
  );
  expect(place.isFull).toBe(false);
});

test('behavior: without a folder for files, all stays in memory', async () => {
  const before = isLinux ? openFiles() : [];
  vi.stubEnv('TMPDIR', '/does/not/exist');
  const pieces = keepMany(new ByteKeeper(new SlabPlace(4 * MIB)), 20 * MIB);
  await sleep(50);
  vi.unstubAllEnvs();
  expect(areSame(pieces)).toBe(true);
  if (isLinux) expect(openFiles().filter((file) => !before.includes(file))).toEqual([]);
});

/** Callbacks of the end of objects run in turns of their own. */
async function freed(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    collect();
    await sleep(10);
  }
}
