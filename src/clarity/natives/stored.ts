import type { Epoch } from '../epoch.js';
import { CheckFailure } from '../failure.js';
import type { StoredValue } from '../state/state.js';
import type { Type } from '../types/type.js';
import { declareAs } from '../values/declare.js';
import { derive } from '../values/sanitize.js';
import { serializedSize } from '../values/serialize.js';
import type { Value } from '../values/value.js';

/**
 * Returns a value as the state keeps it: with the declared type, as which it will be read (`put_value_with_size` and `get_value`,
 * clarity/src/vm/database/clarity_db.rs).
 * @throws CheckFailure CouldNotDetermineType for a tuple that lacks a field of its type
 */
export function storedOf(type: Type, value: Value, epoch: Epoch): StoredValue {
  const derived = epoch.sanitizesValues ? derive(value) : value;
  if (derived === undefined) throw new CheckFailure('CouldNotDetermineType');
  return { value: declareAs(type, derived), size: serializedSize(value) };
}
