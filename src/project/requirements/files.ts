import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { isRecord, jsonProblem } from '../../base/json.js';
import { isClarityEpoch, NEWEST_CLARITY } from '../clarinet/epochs.js';
import { problem } from '../clarinet/problem.js';
import type { ClarityEpoch } from '../clarinet/types.js';
import { reasonOf } from '../toml/document.js';

/** The source of a requirement. */
export type Requirement = {
  contractId: string;
  /** The absolute path of its source in the cache. */
  path: string;
  source: string;
  epoch: ClarityEpoch;
  clarityVersion: number;
};

/** Where a project keeps requirements. */
export type RequirementFolder = { root: string; cacheDir: string };

/** How to get a damaged file right. */
const FETCH_AGAIN = 'Delete the file to fetch the contract again.';

/**
 * Reads a requirement from the cache of a project.
 * @returns undefined if it is not there, or lacks one of its two files
 * @throws DevnetError INVALID_INPUT if a file is damaged
 */
export async function readRequirement({ root, cacheDir }: RequirementFolder, contractId: string): Promise<Requirement | undefined> {
  const { source: path, description } = filesOf(cacheDir, contractId);
  const [source, text] = await Promise.all([readOptional(path, root), readOptional(description, root)]);
  if (source === undefined || text === undefined) return undefined;
  const place = { file: relative(root, description) };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw problem(place, undefined, 'JSON with epoch and clarity_version', jsonProblem(error), FETCH_AGAIN);
  }
  const { epoch, clarity_version: version } = isRecord(content) ? content : {};
  const name = epochFromName(epoch);
  if (name === undefined) throw problem(place, 'epoch', 'the name of an epoch, for example Epoch2_05 or Epoch30', epoch, FETCH_AGAIN);
  const clarityVersion = versionFromName(version);
  if (clarityVersion === undefined) {
    throw problem(place, 'clarity_version', `Clarity1 to Clarity${NEWEST_CLARITY}`, version, FETCH_AGAIN);
  }
  return { contractId, path, source, epoch: name, clarityVersion };
}

/** Stores a requirement as Clarinet does. Other processes see complete files. @throws what the file system throws */
export async function storeRequirement(cacheDir: string, { contractId, source, epoch, clarityVersion }: Requirement): Promise<void> {
  const files = filesOf(cacheDir, contractId);
  makeFolder(join(cacheDir, 'requirements'));
  await writeWhole(files.source, source);
  await writeWhole(files.description, JSON.stringify({ epoch: nameOfEpoch(epoch), clarity_version: `Clarity${clarityVersion}` }));
}

/** Returns the path of a requirement's source. */
export function requirementPath(cacheDir: string, contractId: string): string {
  return filesOf(cacheDir, contractId).source;
}

/** `Epoch25` → `2.5`, `Epoch2_05` → `2.05`. */
export function epochFromName(name: unknown): ClarityEpoch | undefined {
  const [, major, minor] = typeof name === 'string' ? (/^Epoch(\d)_?(\d+)$/.exec(name) ?? []) : [];
  const epoch = `${major}.${minor}`;
  return isClarityEpoch(epoch) ? epoch : undefined;
}

/** `Clarity3` → 3. */
export function versionFromName(name: unknown): number | undefined {
  const [, digit] = typeof name === 'string' ? (/^Clarity(\d)$/.exec(name) ?? []) : [];
  const version = Number(digit);
  return version >= 1 && version <= NEWEST_CLARITY ? version : undefined;
}

function nameOfEpoch(epoch: ClarityEpoch): string {
  const [major, minor = ''] = epoch.split('.');
  return `Epoch${major}${minor.length > 1 ? '_' : ''}${minor}`;
}

function filesOf(cacheDir: string, contractId: string): { source: string; description: string } {
  const folder = join(cacheDir, 'requirements');
  return { source: join(folder, `${contractId}.clar`), description: join(folder, `${contractId}.json`) };
}

async function readOptional(file: string, root: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined || reason === 'ENOTDIR') return undefined;
    throw problem({ file: relative(root, file) }, 'requirement', 'a readable file', reason);
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
