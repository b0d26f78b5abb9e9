import type { Advice } from '../../../base/advice.js';
import { DevnetError } from '../../../base/error.js';
import { isBytes } from '../../../base/is-bytes.js';
import { showValue } from '../../../base/show-value.js';
import { displayType, type Type } from '../../../clarity/types.js';

/** Where a value is in the arguments of a call, for example `orders[1].price`, and which type it must have. */
export type Place = { path: string; type: Type };

/**
 * Creates the error for a value that does not have the type of its place.
 * @param detail what the type takes, or why this value does not fit
 * @param hint what to do
 */
export function wrongValue({ path, type }: Place, value: unknown, detail: string, hint?: string | Advice): DevnetError {
  const expected = `${displayType(type)} (${detail})`;
  const received = isBytes(value) ? `${value.length} bytes` : showValue(value);
  const advice = hint === undefined ? '' : `. ${hint}`;
  return new DevnetError('INVALID_INPUT', `${path}: expected ${expected}, received ${received}${advice}`, {
    field: path,
    expected,
    received,
    hint,
  });
}
