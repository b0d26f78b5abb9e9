import { exists } from '#platform/exists.js';
import { readFile } from '#platform/files.js';
import { ownCommand } from '#platform/own-command.js';
import { join, pathToFileURL } from '#platform/paths.js';
import { DevnetError } from '../../base/error.js';
import { jsonProblem } from '../../base/json.js';
import { hideSecrets } from '../../base/show-value.js';

const configFileNames = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map((extension) => `devnet.config.${extension}`);
/** What other tools read, and a user may take for the configuration of this one. */
const otherFormats = ['yaml', 'yml', 'toml', 'json5', 'jsonc', 'tsx', 'jsx'].map((extension) => `devnet.config.${extension}`);

/** The value of a configuration file, unchecked. */
export type ConfigFile = { name: string; value: unknown };

/**
 * Returns the name of the configuration file in a folder; undefined without one.
 * @throws DevnetError INVALID_INPUT if there are several, or one in another format
 */
export async function findConfigFile(directory: string): Promise<string | undefined> {
  const [[name, ...others], [other]] = await Promise.all([presentOf(configFileNames), presentOf(otherFormats)]);
  if (other !== undefined) throw otherFormat(other);
  if (name !== undefined && others.length > 0) throw severalFiles([name, ...others]);
  return name;

  async function presentOf(names: readonly string[]): Promise<string[]> {
    const present = await Promise.all(names.map((file) => exists(join(directory, file))));
    return names.filter((_, index) => present[index]);
  }
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
  const text = await readFile(path, 'utf8');
  // An empty CommonJS module exports an object, as one with settings does.
  if (text.trim() === '') throw new Error('it is empty');
  if (path.endsWith('.json')) return JSON.parse(text) as unknown;
  if (/\.[mc]?ts$/.test(path)) {
    const { createJiti } = await import('jiti');
    const module = await createJiti(import.meta.url, { fsCache: false }).import<object>(path);
    // CommonJS in TypeScript has the settings themselves.
    return Object.keys(module).length > 0 && !('default' in module) ? module : defaultExport(module);
  }
  return defaultExport(await import(pathToFileURL(path).href));
}

function defaultExport(module: unknown): unknown {
  if (typeof module !== 'object' || module === null || !('default' in module)) throw new Error('it has no default export');
  return module.default;
}

function otherFormat(name: string): DevnetError {
  const expected = 'a .ts, .js, .mjs, .cjs or .json file';
  const hint = `Write its settings as devnet.config.json, or as a module with a default export: "${ownCommand('init')}" writes one.`;
  return new DevnetError('INVALID_INPUT', `${name}: expected ${expected}, and this format is not read. ${hint}`, {
    ...{ field: name, expected, received: name, hint },
  });
}

function severalFiles(names: readonly string[]): DevnetError {
  const received = names.join(', ');
  return new DevnetError('INVALID_INPUT', `Several configuration files were found: ${received}. Keep one of them.`, {
    field: names[0],
    expected: 'one configuration file',
    received,
  });
}
