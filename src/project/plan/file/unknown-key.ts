import { problem } from '../../clarinet/problem.js';
import type { YamlMap } from './yaml.js';

/**
 * Creates the error for a key that does not exist.
 * @param what the mapping, for example `contract-call`
 */
export function unknownKey(fields: YamlMap, name: string, what: string, known: readonly string[]): Error {
  return problem(fields.place(name), name, `a key of ${what}: ${known.join(', ')}`, name, 'Correct the key, or remove it.');
}

/** @throws DevnetError INVALID_INPUT for a key that is not known */
export function checkKeys(fields: YamlMap, what: string, known: readonly string[]): void {
  for (const name of fields.names) if (!known.includes(name)) throw unknownKey(fields, name, what, known);
}
