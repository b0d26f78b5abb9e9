import { DevnetError } from '../error.js';
import { isRecord } from '../json.js';
import type { Environment } from '../system/environment.js';
import { checkConfig, checkExternal } from './check.js';
import type { DevnetConfig, ResolvedConfig } from './devnet-config.js';
import { type ConfigFile, readConfigFile } from './file.js';
import { firstValue, type Layer } from './layer.js';
import { objectLayer } from './object-layer.js';
import { settingKeys } from './schema.js';
import { startOptionNames } from './start-options.js';
import { environmentLayer, type Flags, fallbackLayer, flagLayer } from './text-layer.js';

/** The sources of a configuration, besides its defaults. */
export type ResolveConfigOptions = {
  /** Text of flags by key. @default {} */
  flags?: Flags | undefined;
  /**
   * The environment: `DEVNET_…`, and for defaults `XDG_CACHE_HOME` (`cache.dir`), `XDG_STATE_HOME` (`apiKeys.file`) and `BITCOIND`,
   * `STACKS_NODE`, `STACKS_SIGNER` (`binaries`). @default {}
   */
  env?: Environment | undefined;
  /** The folder of `devnet.config.*`, where relative paths start. Without it no file is read. */
  cwd?: string | undefined;
  /** Used where no other source has a setting. @default {} */
  defaults?: DevnetConfig | undefined;
  /** Whether the external engine may lack its URLs. @default false */
  anyEngine?: boolean | undefined;
};

/**
 * Resolves the configuration from flags, the environment and `devnet.config.*`, in this order of precedence.
 * @throws DevnetError INVALID_INPUT with field, expected and received
 * @example const config = await resolveConfig({ flags: { ports: 'auto' }, env: process.env, cwd: process.cwd() });
 */
export async function resolveConfig(options: ResolveConfigOptions = {}): Promise<ResolvedConfig> {
  const { flags = {}, env = {}, cwd, defaults = {}, anyEngine = false } = options;
  const file = cwd === undefined ? undefined : await readConfigFile(cwd);
  const layers = [flagLayer(flags, cwd), environmentLayer(env, cwd)];
  if (file !== undefined) layers.push(fileLayer(file, cwd));
  const config = assemble([...layers, objectLayer(defaults, { directory: cwd }), fallbackLayer(env, cwd)], env);
  if (!anyEngine) checkExternal(config);
  return config;
}

/**
 * Resolves the options of `startDevnet`, which reads neither files nor variables `DEVNET_…`.
 * @param env for defaults; @default this process's environment
 * @throws DevnetError INVALID_INPUT with field, expected and received
 */
export function resolveOptions(options: DevnetConfig = {}, env: Environment = process.env): ResolvedConfig {
  const layers = [objectLayer(options, { otherNames: startOptionNames }), fallbackLayer(env, undefined)];
  const config = assemble(layers, env);
  checkExternal(config);
  return config;
}

/** Reads the value of a file. @throws DevnetError INVALID_INPUT naming the file */
function fileLayer({ name, value }: ConfigFile, directory: string | undefined): Layer {
  try {
    return objectLayer(value, { directory });
  } catch (error) {
    throw error instanceof DevnetError ? new DevnetError(error.code, `${name}: ${error.message}`, error) : error;
  }
}

/** Builds the configuration from layers; the first layer that has a setting wins. */
function assemble(layers: readonly Layer[], env: Environment): ResolvedConfig {
  const engine = firstValue(layers, 'engine', { env, engine: 'embedded', epoch: '' });
  const epoch = firstValue(layers, 'epoch', { env, engine, epoch: '' });
  const values: Record<string, unknown> = {};
  for (const key of settingKeys) setAt(values, key.split('.'), firstValue(layers, key, { env, engine, epoch }));
  // `npm run generate` writes the type from the same keys.
  const config = values as ResolvedConfig;
  checkConfig(config);
  return config;
}

function setAt(object: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const inner = object[name];
  const group = isRecord(inner) ? inner : {};
  object[name] = group;
  setAt(group, rest, value);
}
