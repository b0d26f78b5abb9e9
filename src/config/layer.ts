import { DevnetError, invalid } from '../error.js';
import type { Place } from './kind.js';
import { nearest } from './nearest.js';
import { type SettingKey, type SettingValue, schema } from './schema.js';

/** The settings that one source gives, each read by its kind. */
export type Layer = Map<SettingKey, unknown>;

/** The value of a key in the first layer that has it, or its default. */
export function firstValue<K extends SettingKey>(layers: readonly Layer[], key: K): SettingValue<K> | undefined {
  const layer = layers.find((candidate) => candidate.has(key));
  // A layer holds under each key what that key's own kind has read.
  return (layer === undefined ? schema[key].default : layer.get(key)) as SettingValue<K> | undefined;
}

/** Reads `ports: 'auto'`: every port that the same source does not name is a free one. */
export function setAllPorts(value: unknown, place: Place, layer: Layer): void {
  if (value !== 'auto') throw invalid(place.field, 'auto, or one setting for each of gateway, stacks and bitcoin', value, place.hint);
  for (const key of ['ports.gateway', 'ports.stacks', 'ports.bitcoin'] as const) {
    if (!layer.has(key)) layer.set(key, 0);
  }
}

/** The error for a key that does not exist; `known` are the names it may have been meant to be. */
export function unknownKey(place: Place, known: readonly string[]): DevnetError {
  const near = nearest(place.field, known);
  const expected = near === undefined ? 'a known key' : `a known key such as ${near}`;
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  return new DevnetError('INVALID_INPUT', `${place.field}: unknown key${question}`, {
    field: place.field,
    expected,
    received: place.field,
    hint: place.hint,
  });
}
