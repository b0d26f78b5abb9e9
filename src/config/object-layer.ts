import { invalid } from '../error.js';
import { isRecord } from '../json.js';
import type { Place } from './kind.js';
import { type Layer, setAllPorts, unknownKey } from './layer.js';
import { isSettingKey, settingKeys, settingOf } from './schema.js';

/**
 * What an object with the shape of `ConfigInput` sets, in code or from a file; `undefined` counts as not set.
 * @param hint where the object stands, for messages
 * @throws DevnetError INVALID_INPUT
 */
export function objectLayer(input: unknown, hint?: string): Layer {
  if (!isRecord(input)) throw invalid('configuration', 'an object', input, hint);
  const layer: Layer = new Map();
  collect(input, '', layer, hint);
  return layer;
}

function collect(input: Record<string, unknown>, prefix: string, layer: Layer, hint: string | undefined): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const key = `${prefix}${name}`;
    const place: Place = { field: key, hint };
    if (isSettingKey(key)) {
      layer.set(key, settingOf(key).kind.read(value, place));
    } else if (key === 'ports' && !isRecord(value)) {
      setAllPorts(value, place, layer);
    } else if (isGroup(key)) {
      if (!isRecord(value)) throw invalid(key, `an object with ${members(key).join(', ')}`, value, hint);
      collect(value, `${key}.`, layer, hint);
    } else {
      throw unknownKey(place, [...settingKeys, ...groups()]);
    }
  }
}

function isGroup(key: string): boolean {
  return settingKeys.some((known) => known.startsWith(`${key}.`));
}

/** The names directly below a group. */
function members(group: string): string[] {
  const below = settingKeys.filter((key) => key.startsWith(`${group}.`)).map((key) => key.slice(group.length + 1).split('.')[0] ?? '');
  return [...new Set(below)];
}

function groups(): string[] {
  return [...new Set(settingKeys.filter((key) => key.includes('.')).map((key) => key.slice(0, key.lastIndexOf('.'))))];
}
