import { join, resolve } from 'node:path';
import { DevnetError, invalid } from '../error.js';
import { cacheDirectory, stateDirectory } from './directories.js';
import { readConfigFile } from './file.js';
import { firstValue, type Layer } from './layer.js';
import { objectLayer } from './object-layer.js';
import { conventionalPorts, environmentName, type SettingKey, type SettingValue } from './schema.js';
import { type Environment, environmentLayer, type Flags, flagLayer } from './text-layer.js';
import type { ConfigInput, DevnetOptions, FaucetConfig, ResolvedConfig } from './types.js';

/** The sources of a configuration, beside its defaults. */
export type ResolveConfigOptions = {
  /** Text of flags by key. @default {} */
  flags?: Flags | undefined;
  /**
   * The environment: `DEVNET_…`, and for defaults `XDG_CACHE_HOME` (`cache.dir`) and `BITCOIND`, `STACKS_NODE`, `STACKS_SIGNER`
   * (`binaries`). @default {}
   */
  env?: Environment | undefined;
  /** Where `devnet.config.*` is looked for and relative paths start. Absent: no file is read. */
  cwd?: string | undefined;
  /** Set what no other source sets. @default {} */
  defaults?: ConfigInput | undefined;
  /** Whether to take the external engine without its URLs, too. @default false */
  anyEngine?: boolean | undefined;
};

/**
 * The configuration that flags, environment and file give together, in this order of precedence.
 * @throws DevnetError INVALID_INPUT naming field, expected and received
 * @example const config = await resolveConfig({ flags: { ports: 'auto' }, env: process.env, cwd: process.cwd() });
 */
export async function resolveConfig(options: ResolveConfigOptions = {}): Promise<ResolvedConfig> {
  const { flags = {}, env = {}, cwd, defaults = {}, anyEngine = false } = options;
  const file = cwd === undefined ? undefined : await readConfigFile(cwd);
  const layers = [flagLayer(flags), environmentLayer(env)];
  if (file !== undefined) layers.push(objectLayer(file.value, `in ${file.name}`));
  const config = assemble([...layers, objectLayer(defaults)], env, cwd);
  if (!anyEngine) checkExternal(config);
  return config;
}

/**
 * The configuration that the options of `startDevnet` give; neither files nor variables `DEVNET_…` are read.
 * @param env for the defaults of `cache.dir` and `binaries`
 * @throws DevnetError INVALID_INPUT naming field, expected and received
 */
export function resolveOptions(options: DevnetOptions = {}, env: Environment = process.env): ResolvedConfig {
  const { gateway: _gateway, onProgress: _onProgress, onWarning: _onWarning, signal: _signal, ...input } = options;
  const config = assemble([objectLayer(input)], env, undefined);
  checkExternal(config);
  return config;
}

/**
 * Where a running devnet is, and what opens its control: what is given, else `DEVNET_URL` and `DEVNET_CONTROL_KEY`, else the
 * conventional port of this machine.
 * @param env @default this process's
 * @throws DevnetError INVALID_INPUT for a URL that is none
 */
export function runningDevnet(
  { url, controlKey }: { url?: string | undefined; controlKey?: string | undefined },
  env: Environment = process.env,
): { url: string; controlKey: string | undefined } {
  const conventional = `http://127.0.0.1:${conventionalPorts.gateway}`;
  return {
    url: url === undefined ? checkGatewayUrl(env['DEVNET_URL'] || conventional, 'DEVNET_URL') : checkGatewayUrl(url, 'url'),
    controlKey: controlKey ?? (env[environmentName('control.key')] || undefined),
  };
}

/** The base URL of a gateway without trailing slash. @throws DevnetError INVALID_INPUT */
export function checkGatewayUrl(text: string, field: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw invalid(field, 'a URL such as http://127.0.0.1:3999', text);
  return text.replace(/\/+$/, '');
}

/** What the native engine takes from the environment beside its configuration. */
export type NativeHost = {
  /** Variables that programs which it starts get; nothing else reaches them. */
  environment: Record<string, string>;
  /** Where it keeps the state of runs. */
  stateDir: string;
};

/** @param env @default this process's */
export function nativeHost(env: Environment = process.env): NativeHost {
  const entries = passedVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { environment: Object.fromEntries(entries), stateDir: stateDirectory(env) };
}

/**
 * What says where the docker engine's container engine is.
 * @param env @default this process's
 */
export function dockerHost(env: Environment = process.env): Environment {
  return { DOCKER_HOST: env['DOCKER_HOST'], HOME: env['HOME'], XDG_RUNTIME_DIR: env['XDG_RUNTIME_DIR'] };
}

/** What a program or a wrapper script may need to start at all. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/** Builds the whole from layers, first one first, and checks what concerns several keys at once. */
function assemble(layers: readonly Layer[], env: Environment, cwd: string | undefined): ResolvedConfig {
  const optional = <K extends SettingKey>(key: K): SettingValue<K> | undefined => firstValue(layers, key);
  const required = <K extends SettingKey>(key: K): SettingValue<K> => {
    const value = optional(key);
    if (value === undefined) throw new DevnetError('INTERNAL', `${key}: the schema has no default`);
    return value;
  };
  const faucet = (chain: 'btc' | 'stx'): FaucetConfig => ({
    enabled: required(`faucet.${chain}.enabled`),
    amount: required(`faucet.${chain}.amount`),
    // Only a network that this program starts has funded keys of its own.
    keys: optional(`faucet.${chain}.keys`) ?? (required('engine') === 'external' ? [] : undefined),
  });
  /** Whoever runs the nodes decides when blocks are made, until told otherwise. */
  const bitcoinMode =
    layers.some((layer) => layer.has('mining.bitcoin')) || required('engine') !== 'external' ? required('mining.bitcoin') : 'manual';
  const program = (key: 'binaries.bitcoind' | 'binaries.stacksNode' | 'binaries.stacksSigner', variable: string): string | undefined => {
    const name = optional(key) ?? (env[variable] || undefined);
    return name?.includes('/') ? resolve(cwd ?? '', name) : name;
  };
  const path = (key: 'rateLimitFile' | 'apiKeys.file'): string | undefined => {
    const name = optional(key);
    return name === undefined ? undefined : resolve(cwd ?? '', name);
  };
  const config: ResolvedConfig = {
    engine: required('engine'),
    host: required('host'),
    ports: { gateway: required('ports.gateway'), stacks: required('ports.stacks'), bitcoin: required('ports.bitcoin') },
    accounts: { mnemonic: optional('accounts.mnemonic'), count: required('accounts.count') },
    balances: required('balances'),
    epoch: required('epoch'),
    pox: { rewardLength: required('pox.rewardLength'), prepareLength: required('pox.prepareLength') },
    signers: required('signers'),
    mining: { stacks: required('mining.stacks'), bitcoin: bitcoinMode },
    faucet: { btc: faucet('btc'), stx: faucet('stx') },
    control: { enabled: required('control.enabled'), key: optional('control.key') },
    rateLimit: required('rateLimit'),
    rateLimitFile: path('rateLimitFile'),
    apiKeys: {
      service: required('apiKeys.service').toLowerCase(),
      file: path('apiKeys.file') ?? join(stateDirectory(env), 'api-keys.json'),
      factor: required('apiKeys.factor'),
    },
    trustedProxies: required('trustedProxies'),
    bitcoin: { rpcUser: required('bitcoin.rpcUser'), rpcPassword: required('bitcoin.rpcPassword') },
    eventObservers: required('eventObservers'),
    binaries: {
      bitcoind: program('binaries.bitcoind', 'BITCOIND'),
      stacksNode: program('binaries.stacksNode', 'STACKS_NODE'),
      stacksSigner: program('binaries.stacksSigner', 'STACKS_SIGNER'),
    },
    images: {
      bitcoind: optional('images.bitcoind'),
      stacksNode: optional('images.stacksNode'),
      stacksSigner: optional('images.stacksSigner'),
    },
    compose: { folder: optional('compose.folder') },
    external: {
      bitcoinRpc: optional('external.bitcoinRpc'),
      stacksRpc: optional('external.stacksRpc'),
      stacksToken: optional('external.stacksToken'),
    },
    cache: { dir: resolve(cwd ?? '', optional('cache.dir') ?? cacheDirectory(env)), enabled: required('cache.enabled') },
    logLevel: required('logLevel'),
  };
  check(config);
  return config;
}

function check(config: ResolvedConfig): void {
  const { engine, ports, accounts, pox, signers } = config;
  if (engine === 'embedded' && signers !== 1) throw invalid('signers', '1: the embedded engine has no signers to add', signers);
  if (accounts.mnemonic === undefined && accounts.count > standardAccounts) {
    throw invalid('accounts.count', `at most ${standardAccounts} without accounts.mnemonic`, accounts.count);
  }
  if (pox.rewardLength - pox.prepareLength < shortestRewardPhase) {
    throw invalid(
      'pox.rewardLength',
      `at least ${shortestRewardPhase} more than pox.prepareLength (${pox.prepareLength})`,
      pox.rewardLength,
    );
  }
  const taken = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    const other = taken.get(port);
    if (port !== 0 && other !== undefined) throw invalid(`ports.${name}`, `another port than ports.${other}`, port);
    taken.set(port, name);
  }
}

/** The URLs without which the external engine has nothing to attach to. */
function checkExternal({ engine, external }: ResolvedConfig): void {
  if (engine !== 'external') return;
  const examples = { bitcoinRpc: 'http://user:password@127.0.0.1:18443', stacksRpc: 'http://127.0.0.1:20443' } as const;
  for (const name of ['bitcoinRpc', 'stacksRpc'] as const) {
    if (external[name] !== undefined) continue;
    const key = `external.${name}`;
    throw invalid(
      key,
      'the URL of a node that runs',
      undefined,
      `The external engine starts no nodes. Set ${key}, for example to ${examples[name]}.`,
    );
  }
}

/** `deployer` and `wallet_1` … `wallet_8`. */
const standardAccounts = 9;
/** A network is ready in a reward phase with ten Bitcoin blocks to go, so the phase must be longer than that. */
const shortestRewardPhase = 11;
