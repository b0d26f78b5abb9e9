import { forkSettings } from './schema/fork.js';
import { gatewaySettings } from './schema/gateway.js';
import { networkSettings } from './schema/network.js';
import { nodeSettings } from './schema/nodes.js';
import { poolSettings } from './schema/pool.js';
import { projectSettings } from './schema/project.js';
import type { AnySetting, Setting } from './setting.js';

/** Every setting. To add one, add an entry to one of these objects and run `npm run generate`. */
export const schema = { ...networkSettings, ...forkSettings, ...projectSettings, ...gatewaySettings, ...nodeSettings, ...poolSettings };

type Schema = typeof schema;
/** The key of a setting, for example `ports.gateway`. */
export type SettingKey = keyof Schema;
/** The checked value of a setting. */
export type SettingValue<K extends SettingKey> = Schema[K] extends Setting<infer _, infer __, infer Resolved> ? Resolved : never;
/** The values that code accepts for a setting. */
export type SettingInput<K extends SettingKey> = Schema[K] extends Setting<infer _, infer Input, infer __> ? Input : never;

export const settingKeys = Object.keys(schema) as SettingKey[];

type GroupOf<K extends string> = K extends `${infer Group}.${string}` ? Group : never;
/** The first part of the keys that have several, for example `ports`. */
export type SettingGroup = GroupOf<SettingKey>;

/** The groups of settings: headings in help and comments in editors. */
export const groups: Record<SettingGroup, string> = {
  ports: 'ports to listen on',
  electrum: 'Electrum server',
  accounts: 'funded accounts',
  fork: 'fork of a running network',
  requirements: 'requirements of a Clarinet project',
  sbtc: 'contracts and coins of sBTC',
  pox: 'reward cycle',
  readOnly: 'limits of read-only calls',
  mining: 'mining',
  faucet: 'faucets',
  page: 'page for browsers',
  x402: 'payments of agents',
  metadata: 'metadata of tokens',
  control: 'access to /devnet/v1',
  apiKeys: 'API keys',
  history: 'history of the Stacks chain',
  bitcoin: 'Bitcoin RPC',
  binaries: 'programs of the native engine',
  images: 'images of the docker engine',
  docker: 'network as a service of a Docker Swarm',
  compose: 'docker engine in compose/compose.yaml',
  external: 'nodes of the external engine',
  cache: 'what boots keep',
};

/** `pox.rewardLength` → `DEVNET_POX_REWARD_LENGTH`. */
export function environmentName(key: string): string {
  return `DEVNET_${key.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()}`;
}

/** `pox.rewardLength` → `--pox-reward-length`, unless the setting names its flag. */
export function flagName(key: SettingKey): string {
  return settingOf(key).flag ?? `--${key.replace(/[A-Z]/g, '-$&').replaceAll('.', '-').toLowerCase()}`;
}

/** The value behind a flag, as help shows it. */
export function flagValue({ kind: { placeholder }, isSwitch }: AnySetting): string {
  return isSwitch ? `[${placeholder}]` : `<${placeholder}>`;
}

/** `--sbtc` → `--no-sbtc`. */
export function negated(flag: string): string {
  return flag.replace('--', '--no-');
}

export function settingOf(key: SettingKey): AnySetting {
  return schema[key];
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(schema, key);
}
