import { DevnetError } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import type { Value } from '../../../clarity/values.js';
import { type ClarityInput, readValue } from '../../../clarity/vm.js';

/** Returns the value that stacks.js describes, for example by `Cl.uint(5)`; undefined for anything else. */
export function stacksJsValue(given: unknown): Value | undefined {
  if (!isRecord(given) || typeof given['type'] !== 'string') return undefined;
  if (Object.keys(given).some((key) => key !== 'type' && key !== 'value')) return undefined;
  try {
    return readValue(given as ClarityInput, 'value');
  } catch (error) {
    if (error instanceof DevnetError) return undefined;
    throw error;
  }
}
