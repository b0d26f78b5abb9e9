import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import { type Layer, portKeys, setAllPorts } from './layer.js';
import { isSettingKey, settingKeys, settingOf } from './settings.js';

/**
 * Reads an object with the shape of `DevnetConfig`, from code or a file; `undefined` counts as not set.
 * @throws DevnetError INVALID_INPUT
 */
export function objectLayer(input: unknown, options: ObjectLayerOptions = {}): Layer {
  if (!isRecord(input)) throw invalid('configuration', 'an object', input);
  const layer: Layer = new Map();
  collect(input, '', layer, options);
  return layer;
}

export type ObjectLayerOptions = {
  /** The folder that relative paths start from. @default the process's working directory */
  directory?: string | undefined;
  /** Names besides settings that the caller accepts, for suggestions. @default [] */
  otherNames?: readonly string[] | undefined;
};

function collect(input: Record<string, unknown>, prefix: string, layer: Layer, options: ObjectLayerOptions): void {
  const { directory, otherNames = [] } = options;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const key = `${prefix}${name}`;
    const short = `${key}.enabled`;
    if (isSettingKey(key)) {
      layer.set(key, settingOf(key).kind.read(value, { field: key, directory }));
    } else if (key === 'ports' && !isRecord(value)) {
      setAllPorts(value, key, portKeys, layer);
    } else if (isSettingKey(short) && typeof value === 'boolean') {
      layer.set(short, value);
    } else if (isGroup(key)) {
      if (!isRecord(value)) throw invalid(key, `an object with the keys ${members(key).join(', ')}`, value);
      collect(value, `${key}.`, layer, options);
    } else {
      throw unknownName(key, 'key', [...accepting(value), ...otherNames], 'docs/configuration.md lists all keys.');
    }
  }
}

/** The keys that may take such a value: an object belongs to a group, and only `ports` takes `auto` for a whole group. */
function accepting(value: unknown): string[] {
  if (isRecord(value)) return [...new Set([...groupKeys(), ...settingKeys])];
  return value === 'auto' ? [...settingKeys, 'ports'] : settingKeys;
}

function isGroup(key: string): boolean {
  return settingKeys.some((known) => known.startsWith(`${key}.`));
}

/** Returns the names directly below a group. */
function members(group: string): string[] {
  const below = settingKeys.filter((key) => key.startsWith(`${group}.`)).map((key) => key.slice(group.length + 1).split('.')[0] ?? '');
  return [...new Set(below)];
}

function groupKeys(): string[] {
  return settingKeys.filter((key) => key.includes('.')).map((key) => key.slice(0, key.lastIndexOf('.')));
}
