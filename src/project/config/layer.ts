import { invalid } from '../../base/error.js';
import type { DefaultContext } from './setting.js';
import { type SettingKey, type SettingValue, schema } from './settings.js';

/** The settings of one source, each read by its kind. */
export type Layer = Map<SettingKey, unknown>;

/** The keys that `ports: 'auto'` sets. */
export const portKeys = ['ports.gateway', 'ports.stacks', 'ports.bitcoin', 'ports.electrum'] as const;

/** Returns the value of a setting in the first layer that has it, else its default. */
export function firstValue<K extends SettingKey>(layers: readonly Layer[], key: K, context: DefaultContext): SettingValue<K> {
  const layer = layers.find((candidate) => candidate.has(key));
  const initial: unknown = schema[key].default;
  const value = layer === undefined ? (typeof initial === 'function' ? initial(context) : initial) : layer.get(key);
  // A layer has under each key what the kind of that key returned.
  return value as SettingValue<K>;
}

/**
 * Reads `ports: 'auto'`: every port that the same source does not set is a free one.
 * @param names what the source calls the keys that set one port each
 * @throws DevnetError INVALID_INPUT
 */
export function setAllPorts(value: unknown, field: string, names: readonly string[], layer: Layer): void {
  if (value !== 'auto') throw invalid(field, 'auto', value, `To choose a port, write ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`);
  for (const key of portKeys) if (!layer.has(key)) layer.set(key, 0);
}
