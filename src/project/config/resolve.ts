import { randomUUID } from '#platform/crypto.js';
import type { Environment } from '#platform/environment.js';
import { resolve } from '#platform/paths.js';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { checkConfig, checkExternal } from './check.js';
import type { DevnetConfig, ResolvedConfig } from './devnet-config.js';
import { firstEpoch } from './epochs.js';
import { type ConfigFile, readConfigFile } from './file.js';
import { firstValue, type Layer } from './layer.js';
import { objectLayer } from './object-layer.js';
import { type ProjectLayerOptions, projectLayer } from './project-layer.js';
import { settingKeys } from './settings.js';
import { startOptionNames } from './start-options.js';
import { coverageFolderVariable, environmentLayer, type Flags, fallbackLayer, flagLayer } from './text-layer.js';

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
  /** Whether the external engine may lack its URLs, and no Clarinet project is read. @default false */
  anyEngine?: boolean | undefined;
  /** Whether to look for a Clarinet project in `cwd` and above, if no source names one. @default false */
  findProject?: boolean | undefined;
  /** Called with one line each: that a Clarinet project was found, and which of its settings have no effect. */
  onNotice?: ((line: string) => void) | undefined;
};

/**
 * Resolves the configuration from flags, the environment, `devnet.config.*` and a Clarinet project, in this order of precedence.
 * @throws DevnetError INVALID_INPUT with field, expected and received
 * @example const config = await resolveConfig({ flags: { ports: 'auto' }, env: process.env, cwd: process.cwd() });
 */
export async function resolveConfig(options: ResolveConfigOptions = {}): Promise<ResolvedConfig> {
  const { flags = {}, env = {}, cwd, defaults = {}, anyEngine = false, findProject = false, onNotice } = options;
  const layers = await givenLayers({ flags, env, cwd });
  const last = [objectLayer(defaults, { directory: cwd }), fallbackLayer(env, cwd)];
  const directory = findProject ? cwd : undefined;
  const config = anyEngine ? assemble([...layers, ...last], env) : await assembleWithProject(layers, last, env, { directory, onNotice });
  if (!anyEngine) checkExternal(config);
  return config;
}

/** Returns what flags, the environment and `devnet.config.*` set, without defaults and without a Clarinet project. */
export async function givenSettings(options: Pick<ResolveConfigOptions, 'flags' | 'env' | 'cwd'>): Promise<Layer> {
  const layers = await givenLayers(options);
  return new Map(layers.toReversed().flatMap((layer) => [...layer]));
}

async function givenLayers({ flags = {}, env = {}, cwd }: Pick<ResolveConfigOptions, 'flags' | 'env' | 'cwd'>): Promise<Layer[]> {
  const file = cwd === undefined ? undefined : await readConfigFile(cwd);
  const layers = [flagLayer(flags, cwd), environmentLayer(env, cwd)];
  if (file !== undefined) layers.push(fileLayer(file, cwd));
  return layers;
}

/**
 * Resolves the options of `startDevnet` without a Clarinet project. It reads neither files nor variables `DEVNET_…`.
 * @param env for defaults; @default this process's environment
 * @throws DevnetError INVALID_INPUT with field, expected and received
 */
export function resolveOptions(options: DevnetConfig = {}, env: Environment = process.env): ResolvedConfig {
  const layers = [objectLayer(options, { otherNames: startOptionNames }), fallbackLayer(env, undefined)];
  const config = assemble(layers, env);
  checkExternal(config);
  return config;
}

/**
 * As {@link resolveOptions}, with the settings of the Clarinet project that the options name.
 * @throws DevnetError INVALID_INPUT with field, expected and received
 */
export async function resolveStart(
  options: DevnetConfig,
  { onNotice }: Pick<ProjectLayerOptions, 'onNotice'> = {},
): Promise<ResolvedConfig> {
  if (!options.project) return resolveOptions(options);
  const env = process.env;
  const own = objectLayer(options, { otherNames: startOptionNames });
  const config = await assembleWithProject([own], [fallbackLayer(env, undefined)], env, { onNotice });
  checkExternal(config);
  return config;
}

/** Adds the settings of the project that the layers name, below them. */
async function assembleWithProject(
  layers: readonly Layer[],
  last: readonly Layer[],
  env: Environment,
  options: ProjectLayerOptions,
): Promise<ResolvedConfig> {
  const project = await projectLayer([...layers, ...last], options);
  if (project === undefined) return assemble([...layers, ...last], env);
  // The path of the file replaces that of its folder.
  const named: Layer = new Map([['project', project.file]]);
  return assemble([named, ...layers, project.layer, ...last], env);
}

/** Reads the value of a file. @throws DevnetError INVALID_INPUT naming the file */
function fileLayer({ name, value }: ConfigFile, directory: string | undefined): Layer {
  try {
    return objectLayer(value, { directory });
  } catch (error) {
    throw error instanceof DevnetError ? new DevnetError(error.code, `${name}: ${error.message}`, error) : error;
  }
}

/** @throws DevnetError INVALID_INPUT if `epochs` contradict `epoch`, or do not say where a network of its own begins */
function checkEpochs({ epochs, fork }: ResolvedConfig, layers: readonly Layer[]): void {
  const [start] = Object.entries(epochs);
  if (start === undefined) return;
  const [name, height] = start;
  const single = layers.find((layer) => layer.has('epoch'))?.get('epoch');
  if (single !== undefined && single !== name) throw invalid('epoch', `nothing beside epochs, which begin with ${name}`, single);
  if (fork.url === undefined && height !== 0) {
    throw invalid(`epochs['${name}']`, '0, because the network begins in the first epoch', height, `Write the epoch before ${name}, too.`);
  }
}

/** Builds the configuration from layers; the first layer that has a setting wins. */
function assemble(layers: readonly Layer[], env: Environment): ResolvedConfig {
  const first = { env, engine: 'embedded', epoch: '', isFork: false } as const;
  const engine = firstValue(layers, 'engine', first);
  const epochs = firstValue(layers, 'epochs', first);
  const epoch = firstEpoch(epochs) ?? firstValue(layers, 'epoch', { ...first, engine });
  const isFork = firstValue(layers, 'fork.url', first) !== undefined;
  const values: Record<string, unknown> = {};
  for (const key of settingKeys) setAt(values, key.split('.'), firstValue(layers, key, { env, engine, epoch, isFork }));
  // `npm run generate` writes the type from the same keys.
  const config = withCoverageFolder({ ...(values as ResolvedConfig), epoch }, env);
  checkEpochs(config, layers);
  checkConfig(config);
  return config;
}

/** As `NODE_V8_COVERAGE`, the variable reaches networks whose options are in the code of a test. */
function withCoverageFolder(config: ResolvedConfig, env: Environment): ResolvedConfig {
  const folder = env[coverageFolderVariable];
  return folder && config.engine === 'embedded' ? { ...config, coverage: resolve(folder, `${randomUUID()}.info`) } : config;
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
