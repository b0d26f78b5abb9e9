import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DevnetError, messageOf } from '../error.js';
import { exists } from '../system/exists.js';

/** Looked for in the working directory. */
const configFileNames = ['devnet.config.ts', 'devnet.config.js', 'devnet.config.mjs', 'devnet.config.json'] as const;

/** What a configuration file holds, unchecked. */
export type ConfigFile = { name: string; value: unknown };

/**
 * Reads the configuration file of a directory; a module's is its default export.
 * @returns none when there is no such file
 * @throws DevnetError INVALID_INPUT when it cannot be read, or when there are several
 */
export async function readConfigFile(directory: string): Promise<ConfigFile | undefined> {
  const present = await Promise.all(configFileNames.map((name) => exists(join(directory, name))));
  const [name, ...others] = configFileNames.filter((_, index) => present[index]);
  if (name === undefined) return undefined;
  if (others.length > 0) throw unreadable(name, 'one configuration file', [name, ...others].join(', '), undefined);
  const path = join(directory, name);
  try {
    return { name, value: await load(path) };
  } catch (cause) {
    throw unreadable(name, 'a file that can be read', messageOf(cause), cause);
  }
}

async function load(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8')) as unknown;
  if (path.endsWith('.ts')) {
    const { createJiti } = await import('jiti');
    return createJiti(import.meta.url, { fsCache: false }).import(path, { default: true });
  }
  const module: unknown = await import(pathToFileURL(path).href);
  if (typeof module !== 'object' || module === null || !('default' in module)) throw new Error('it has no default export');
  return module.default;
}

function unreadable(name: string, expected: string, received: string, cause: unknown): DevnetError {
  return new DevnetError('INVALID_INPUT', `${name}: expected ${expected}, received: ${received}`, {
    field: name,
    expected,
    received,
    cause,
  });
}
