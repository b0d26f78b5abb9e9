import { DevnetError } from '../../../base/error.js';
import { showName } from '../../../base/show-value.js';
import { displayType, isTraitType, type Type } from '../../../clarity/types.js';
import { admitsValue, clarityText, entriesOfTuple, type Value } from '../../../clarity/values.js';
import type { Place } from './wrong-value.js';

/** Checks that a Clarity value has the type of its place. @returns the value @throws DevnetError INVALID_INPUT */
export function checkClarity(value: Value, place: Place): Value {
  const { path, type } = place;
  switch (value.kind) {
    case 'optional':
      if (type.kind !== 'optional') throw misfit(value, place);
      if (value.value !== undefined) checkClarity(value.value, { path, type: type.inner });
      return value;
    case 'response': {
      const side = value.isOk ? 'ok' : 'err';
      if (type.kind !== 'response') throw misfit(value, place);
      checkClarity(value.value, { path: `${path}.${side}`, type: type[side] });
      return value;
    }
    case 'list':
      if (type.kind !== 'list' || value.items.length > type.maxLength) throw misfit(value, place);
      for (const [index, item] of value.items.entries()) checkClarity(item, { path: `${path}[${index}]`, type: type.entry });
      return value;
    case 'tuple': {
      if (type.kind !== 'tuple' || value.values.length !== type.types.length) throw misfit(value, place);
      for (const [name, inner] of entriesOfTuple(value)) {
        const fieldType = type.field(name);
        if (fieldType === undefined) throw misfit(value, place);
        checkClarity(inner, { path: `${path}.${name}`, type: fieldType });
      }
      return value;
    }
    default:
      if (!fits(value, type)) throw misfit(value, place);
      return value;
  }
}

function fits(value: Value, type: Type): boolean {
  if (isTraitType(type)) return value.kind === 'principal' && value.name !== undefined;
  return type.kind !== 'no-type' && admitsValue(type, value);
}

function misfit(value: Value, { path, type }: Place): DevnetError {
  const expected = displayType(type);
  const received = showName(clarityText(value));
  const hint = advice(value, type.kind);
  const message = `${path}: expected ${expected}, received ${received}${hint === undefined ? '' : `. ${hint}`}`;
  return new DevnetError('INVALID_INPUT', message, { field: path, expected, received, hint });
}

function advice(value: Value, kind: Place['type']['kind']): string | undefined {
  if (kind === 'uint' && value.kind === 'int' && value.value >= 0n) return `Write u${value.value}.`;
  if (kind === 'int' && value.kind === 'uint') return `Write ${value.value}.`;
  if (kind === 'utf8' && value.kind === 'ascii') return `Write u${showName(clarityText(value))}.`;
  if (kind === 'optional' && value.kind !== 'optional') return `Write (some ${showName(clarityText(value))}).`;
  return undefined;
}
