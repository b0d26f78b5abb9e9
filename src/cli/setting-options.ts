import { type Command, Option } from 'commander';
import {
  type DefaultPorts,
  describeDefault,
  type Flags,
  flagName,
  flagValue,
  groups,
  negated,
  type SettingGroup,
  type SettingKey,
  settingOf,
  textKeys,
} from '../project/config.js';

/** Adds a flag for every setting. */
export function addSettingOptions(command: Command, defaultPorts: DefaultPorts): Command {
  const ports = new Option('--ports <auto>', 'auto: use a free port wherever no other flag sets one');
  command.addOption(ports.helpGroup(heading('ports.gateway')));
  for (const key of textKeys) addSettingOption(command, key, defaultPorts);
  return command;
}

/** Adds the flag of one setting, with its negation if it has one. */
export function addSettingOption(command: Command, key: SettingKey, defaultPorts?: DefaultPorts): void {
  const flag = flagName(key);
  command.addOption(settingOption(key, flag, defaultPorts));
  if (settingOf(key).negatable) command.addOption(new Option(negated(flag), `the same as ${flag} false`).helpGroup(heading(key)));
}

/** Creates the flag of one setting, under this name. */
export function settingOption(key: SettingKey, flag: string, defaultPorts: DefaultPorts = 'conventional'): Option {
  const setting = settingOf(key);
  const shown = describeDefault(setting, defaultPorts)?.replaceAll('`', '');
  const help = `${setting.help}${setting.repeatable ? ' (repeatable)' : ''} (default: ${shown})`;
  const option = new Option(`${flag} ${flagValue(setting)}`, help);
  if (setting.repeatable) {
    option.argParser((text: string, previous: string | undefined) => (previous === undefined ? text : `${previous},${text}`));
  }
  return option.helpGroup(heading(key));
}

/** Returns the text of setting flags by key. @param names the settings of flags that have other names than in the schema */
export function settingFlags(values: Record<string, unknown>, names: Readonly<Record<string, SettingKey>> = {}): Flags {
  const keys = new Map<string, SettingKey | 'ports'>([
    ['ports', 'ports'],
    ...textKeys.map((key) => [attribute(flagName(key)), key] as const),
    ...Object.entries(names),
  ]);
  const flags: Partial<Record<SettingKey | 'ports', string>> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = keys.get(name);
    if (key === undefined) continue;
    if (typeof value === 'string') flags[key] = value;
    if (typeof value === 'boolean') flags[key] = `${value}`;
  }
  return flags;
}

function attribute(flag: string): string {
  return new Option(`${flag} <value>`).attributeName();
}

/** The heading of a flag in help: what its group is for. */
function heading(key: SettingKey): string {
  const [group = ''] = key.split('.');
  const help = isGroup(group) ? groups[group] : 'network';
  return `${help.charAt(0).toUpperCase()}${help.slice(1)}:`;
}

function isGroup(name: string): name is SettingGroup {
  return Object.hasOwn(groups, name);
}
