import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../base/json.js';

/** The names that clarinet-sdk has and had. */
const NAMES: readonly string[] = ['@stacks/clarinet-sdk', '@hirosystems/clarinet-sdk'];

/** A copy of clarinet-sdk: its folder, and the files that importing or requiring it by its name loads. */
type Copy = { folder: string; entries: ReadonlySet<string> };

/** The copies by the folders that were looked at; undefined for a folder of something else. */
const copies = new Map<string, Copy | undefined>();

/** Returns whether a module asks for clarinet-sdk by its name, which need not be installed then. */
export function isSdkName(specifier: string, from: string | undefined): boolean {
  return NAMES.includes(specifier) && copyOf(from) === undefined;
}

/**
 * Returns whether a module is the entry of clarinet-sdk, however it was imported: Vitest, for example, resolves what tests import, and
 * imports the path. What clarinet-sdk imports of its own files stays.
 * @param to its URL or path
 * @param from the module that imports it, as URL or path
 */
export function isSdkEntry(to: string, from: string | undefined): boolean {
  const copy = copyOf(to);
  if (copy === undefined || copyOf(from) === copy) return false;
  return copy.entries.has(fileOf(to) ?? '');
}

function copyOf(module: string | undefined): Copy | undefined {
  // Reading the file system for each module of a program would take long.
  if (module?.includes('clarinet-sdk') !== true) return undefined;
  const file = fileOf(module);
  return file === undefined ? undefined : copyIn(path.dirname(file));
}

function fileOf(module: string): string | undefined {
  if (path.isAbsolute(module)) return module;
  if (!module.startsWith('file:')) return undefined;
  const url = new URL(module);
  url.search = '';
  url.hash = '';
  return fileURLToPath(url);
}

/** Finds the package that a folder belongs to. */
function copyIn(folder: string): Copy | undefined {
  if (copies.has(folder)) return copies.get(folder);
  const parent = path.dirname(folder);
  const manifest = manifestIn(folder);
  let copy: Copy | undefined;
  if (typeof manifest?.['name'] === 'string')
    copy = NAMES.includes(manifest['name']) ? { folder, entries: entriesOf(folder, manifest) } : undefined;
  else if (parent !== folder) copy = copyIn(parent);
  copies.set(folder, copy);
  return copy;
}

function manifestIn(folder: string): Record<string, unknown> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return isRecord(manifest) ? manifest : undefined;
  } catch {
    // Most folders have none.
    return undefined;
  }
}

function entriesOf(folder: string, { main, exports }: Record<string, unknown>): Set<string> {
  const entry = isRecord(exports) && '.' in exports ? exports['.'] : exports;
  return new Set([main, ...targetsOf(entry)].flatMap((target) => (typeof target === 'string' ? [path.join(folder, target)] : [])));
}

/** Returns the targets for all conditions. */
function targetsOf(entry: unknown): unknown[] {
  return isRecord(entry) ? Object.values(entry).flatMap(targetsOf) : [entry];
}
