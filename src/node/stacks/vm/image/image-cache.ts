import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { packagedCache } from '../../../../package-root.js';
import type { Genesis } from '../genesis/genesis.js';
import { TABLE_VERSION } from '../origin/table.js';
import { moveToFile, readImageFile, type StoredImage, writeImageFile } from './image-file.js';

/** Raised whenever the same genesis boots to another state, or images are laid out differently. */
const FORMAT = 10;

const FOLDER = 'clarity-vm';
const IMAGE = /^[0-9a-f]{64}\.image$/;
const TEMPORARY = /^[0-9a-f]{64}\.[0-9a-f-]+\.tmp$/;
/** More images than a user switches between. */
const KEPT_IMAGES = 3;
/** The writer of an unfinished image older than this, in milliseconds, has crashed. */
const ABANDONED = 60_000;

export type ImageCacheOptions = {
  /** The cache directory of the whole program; images get a folder in it. */
  dir: string;
  /** Distinguishes this writer's unfinished file from those of other processes. */
  writer: string;
};

/** The paths of the image of a genesis. */
export type ImageCache = { key: Uint8Array; folder: string; file: string; temporary: string };

/** Images are found by everything that they were made from: the VM's code and the genesis. @param digest of the code */
export function imageCache({ dir, writer }: ImageCacheOptions, digest: string, genesis: Genesis): ImageCache {
  const { balances, contracts = [], bootContracts = [], epoch, pox, burnHeight, genesisTime } = genesis;
  const parts = [
    FORMAT,
    TABLE_VERSION,
    digest,
    balances.map(({ principal, amount, locked }) => [principal, `${amount}`, locked && [`${locked.amount}`, locked.unlockHeight]]),
    contracts.map(({ deployer, name, source, clarityVersion, epoch: own }) => [
      deployer,
      name,
      source,
      clarityVersion ?? null,
      own ?? null,
    ]),
    bootContracts.map(({ contract, source, epoch: since, clarityVersion }) => [contract, source, since, clarityVersion]),
    epoch,
    pox.rewardLength,
    pox.prepareLength,
    pox.firstPox5Cycle ?? 0,
    burnHeight,
    genesisTime,
  ];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest();
  const folder = path.join(dir, FOLDER);
  const name = key.toString('hex');
  return { key, folder, file: path.join(folder, `${name}.image`), temporary: temporaryFile(folder, name, writer) };
}

/** The same for another writer. */
export function ofWriter(cache: ImageCache, writer: string): ImageCache {
  return { ...cache, temporary: temporaryFile(cache.folder, Buffer.from(cache.key).toString('hex'), writer) };
}

/** Reads the image, from the cache or else from the package. Undefined without a usable one. */
export function loadImage({ file, key }: ImageCache): StoredImage | undefined {
  return readImageFile(file, key) ?? readImageFile(path.join(packagedCache, FOLDER, path.basename(file)), key);
}

/**
 * Puts an image into the cache. Other processes see a complete image or none. The pages of a large one are then in the file.
 * @throws what the file system throws
 */
export async function saveImage({ folder, file, temporary, key }: ImageCache, image: StoredImage): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await writeImageFile(temporary, key, image);
    // Before another process may put its own file there.
    moveToFile(temporary, image);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Marks the image as used and removes those that were not used for longest, and what dead writers left. */
export async function pruneImages({ folder, file }: ImageCache): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined); // in a cache that is not ours to write
  const found = await Promise.all((await readdir(folder).catch(() => [])).map((name) => describe(folder, name)));
  const ours = found.filter((entry) => entry !== undefined);
  const images = ours.filter(({ name }) => IMAGE.test(name)).sort((a, b) => b.usedAt - a.usedAt);
  const abandoned = ours.filter(({ name, usedAt }) => TEMPORARY.test(name) && usedAt < now.getTime() - ABANDONED);
  await Promise.all(
    [...images.slice(KEPT_IMAGES), ...abandoned].map(({ name }) => rm(path.join(folder, name), { force: true }).catch(() => undefined)),
  );
}

/** Removes what a writer that was stopped may have left. */
export async function removeUnfinishedImages(dir: string, writer: string): Promise<void> {
  const folder = path.join(dir, FOLDER);
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => TEMPORARY.test(name) && name.endsWith(`.${writer}.tmp`))
      .map((name) => rm(path.join(folder, name), { force: true })),
  );
}

function temporaryFile(folder: string, name: string, writer: string): string {
  return path.join(folder, `${name}.${writer}.tmp`);
}

async function describe(folder: string, name: string): Promise<{ name: string; usedAt: number } | undefined> {
  const found = await stat(path.join(folder, name)).catch(() => undefined);
  return found === undefined ? undefined : { name, usedAt: found.mtimeMs };
}
