import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DevnetError } from '../error.js';
import { jsonProblem } from '../json.js';
import { hideSecrets } from '../show-value.js';
import { exists } from '../system/exists.js';

const configFileNames = ['devnet.config.ts', 'devnet.config.js', 'devnet.config.mjs', 'devnet.config.json'] as const;

/** The value of a configuration file, unchecked. */
export type ConfigFile = { name: string; value: unknown };

/** Returns the name of the configuration file in a folder; undefined without one. @throws DevnetError INVALID_INPUT if there are several */
export async function findConfigFile(directory: string): Promise<string | undefined> {
  const present = await Promise.all(configFileNames.map((name) => exists(join(directory, name))));
  const [name, ...others] = configFileNames.filter((_, index) => present[index]);
  if (name !== undefined && others.length > 0) throw severalFiles([name, ...others]);
  return name;
}

/**
 * Reads the configuration file of a folder; the value of a module is its default export.
 * @returns undefined without such a file
 * @throws DevnetError INVALID_INPUT if the file cannot be read, or if there are several
 */
export async function readConfigFile(directory: string): Promise<ConfigFile | undefined> {
  const name = await findConfigFile(directory);
  if (name === undefined) return undefined;
  const path = join(directory, name);
  try {
    return { name, value: await load(path) };
  } catch (cause) {
    const received = hideSecrets(jsonProblem(cause));
    const facts = { field: name, expected: 'a readable configuration file', received, cause };
    throw new DevnetError('INVALID_INPUT', `${name} cannot be read: ${received}`, facts);
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

function severalFiles(names: readonly string[]): DevnetError {
  const received = names.join(', ');
  return new DevnetError('INVALID_INPUT', `Several configuration files were found: ${received}. Keep one of them.`, {
    field: names[0],
    expected: 'one configuration file',
    received,
  });
}
