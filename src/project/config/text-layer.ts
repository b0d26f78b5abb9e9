import type { Environment } from '#platform/environment.js';
import { unknownName } from '../../base/unknown-name.js';
import { type Layer, portKeys, setAllPorts } from './layer.js';
import { environmentName, flagName, isSettingKey, type SettingKey, settingKeys, settingOf } from './settings.js';

/** Text of flags by the key that they set. */
export type Flags = Readonly<Partial<Record<SettingKey | 'ports', string | undefined>>>;

/** Variables with the URLs of a running devnet; they configure nothing. */
export const reservedVariables = ['DEVNET_URL', 'DEVNET_STACKS_URL', 'DEVNET_BITCOIN_URL'] as const;

/** The variable with a folder into which each embedded network writes its coverage, whatever its settings say: see docs/coverage.md. */
export const coverageFolderVariable = 'DEVNET_COVERAGE_FOLDER';

/** The settings that have a flag and a variable. */
export const textKeys = settingKeys.filter((key) => settingOf(key).codeOnly !== true);

/**
 * Reads the variables `DEVNET_…`; empty ones do not count.
 * @throws DevnetError INVALID_INPUT
 */
export function environmentLayer(env: Environment, directory: string | undefined): Layer {
  const layer: Layer = new Map();
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('DEVNET_') || !text || reservedNames.has(name)) continue;
    if (name === portsVariable) {
      setAllPorts(text, name, portKeys.map(environmentName), layer);
      continue;
    }
    const key = textKeys.find((candidate) => [name, `${name}_ENABLED`].includes(environmentName(candidate)));
    if (key === undefined) throw unknownVariable(name, text);
    layer.set(key, settingOf(key).kind.readText(text, { field: name, directory }));
  }
  return layer;
}

/**
 * Reads flags.
 * @throws DevnetError INVALID_INPUT
 */
export function flagLayer(flags: Flags, directory: string | undefined): Layer {
  const layer: Layer = new Map();
  for (const [key, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    if (key === 'ports') setAllPorts(text, '--ports', portKeys.map(flagName), layer);
    else if (isSettingKey(key)) layer.set(key, settingOf(key).kind.readText(text, { field: flagName(key), directory }));
    else throw unknownName(key, 'setting', textKeys, 'docs/configuration.md lists all settings.');
  }
  return layer;
}

/** Reads the variables without prefix that some settings fall back to, for example `BITCOIND`. */
export function fallbackLayer(env: Environment, directory: string | undefined): Layer {
  const layer: Layer = new Map();
  for (const key of settingKeys) {
    const { fallbackVariable, kind } = settingOf(key);
    const text = fallbackVariable && env[fallbackVariable];
    if (text) layer.set(key, kind.readText(text, { field: fallbackVariable, directory }));
  }
  return layer;
}

const portsVariable = environmentName('ports');
const reservedNames: ReadonlySet<string> = new Set([...reservedVariables, coverageFolderVariable]);

function unknownVariable(name: string, text: string) {
  const codeOnly = settingKeys.find((key) => !textKeys.includes(key) && environmentName(key) === name);
  const names = [...textKeys.map(environmentName), ...reservedNames, ...(text === 'auto' ? [portsVariable] : [])];
  const advice =
    codeOnly === undefined ? 'docs/configuration.md lists all variables.' : `Set ${codeOnly} in devnet.config.{ts,js,mjs,json}.`;
  return unknownName(name, 'variable', codeOnly === undefined ? names : [], advice);
}
