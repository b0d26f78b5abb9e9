import { type Command, Option } from 'commander';
import { flagName, type SettingKey, settingKeys, settingOf } from '../config/schema.js';
import type { Flags } from '../config/text-layer.js';

/** Adds a flag for every setting, with its help and default from the schema. */
export function addSettingOptions(command: Command): Command {
  command.addOption(new Option('--ports <auto>', 'free ports for everything that no other flag sets').helpGroup(heading('ports')));
  for (const key of settingKeys) command.addOption(settingOption(key, flagName(key)));
  return command;
}

/** The flag of one setting, under this name. */
export function settingOption(key: SettingKey, flag: string): Option {
  const { kind, help, repeatable } = settingOf(key);
  const option = new Option(`${flag} <${kind.placeholder}>`, `${help}${repeatable ? ' (repeatable)' : ''} (default: ${defaultOf(key)})`);
  if (repeatable) option.argParser((text: string, previous: string | undefined) => (previous === undefined ? text : `${previous},${text}`));
  return option.helpGroup(heading(key));
}

/** The values of setting flags by key. @param names the settings of flags that are not called as in the schema */
export function settingFlags(values: Record<string, unknown>, names: Readonly<Record<string, SettingKey>> = {}): Flags {
  const keys = new Map<string, SettingKey | 'ports'>([
    ['ports', 'ports'],
    ...settingKeys.map((key) => [attribute(flagName(key)), key] as const),
  ]);
  for (const [name, key] of Object.entries(names)) keys.set(name, key);
  const flags: Partial<Record<SettingKey | 'ports', string>> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = keys.get(name);
    if (key !== undefined && typeof value === 'string') flags[key] = value;
  }
  return flags;
}

/** The default in the words of the schema, or as JSON. */
function defaultOf(key: SettingKey): string {
  const { defaultText, commandLineDefault, default: value } = settingOf(key);
  return defaultText ?? (typeof value === 'string' ? value : JSON.stringify(commandLineDefault ?? value));
}

function attribute(flag: string): string {
  return new Option(`${flag} <value>`).attributeName();
}

function heading(key: string): string {
  const group = key.split('.')[0] ?? key;
  return key.includes('.') || group === 'ports' ? `${group.charAt(0).toUpperCase()}${group.slice(1)}:` : 'Network:';
}
