import { listType } from '#dist/clarity/types/construct.js';
import { ASCII_1, BOOL, BUFFER_1, type Type, UTF8_1 } from '#dist/clarity/types/type.js';
import { randomSequence } from '../types.js';
import { type Family, fits, type Scope, type Writer } from '../writer.js';

/** `map`, `filter` and `fold`, with functions and natives. */
export const higherOrder: Family = (writer, type, scope) => {
  const { dice } = writer;
  const fold = () => {
    const sequence = randomSequence(dice, writer.type(1));
    const step = stepOf(writer, [entryOf(sequence), type], type, scope);
    return step === undefined ? writer.leaf(type, scope) : `(fold ${step}${writer.args([sequence, type], scope)})`;
  };
  if (type.kind !== 'list') return isSequence(type) ? [fold, filter(writer, type, scope)] : [fold];
  const map = () => {
    const sequences = dice.times(1, 3, () =>
      dice.chance(0.5) ? randomSequence(dice, type.entry) : listType(writer.type(0), type.maxLength),
    );
    const step = stepOf(writer, sequences.map(entryOf), type.entry, scope);
    return step === undefined ? writer.leaf(type, scope) : `(map ${step}${writer.args(sequences, scope)})`;
  };
  return [fold, map, map, filter(writer, type, scope)];
};

function filter(writer: Writer, type: Type, scope: Scope) {
  return () => {
    const step = stepOf(writer, [entryOf(type)], BOOL, scope);
    return step === undefined ? writer.leaf(type, scope) : `(filter ${step}${writer.args([type], scope)})`;
  };
}

function isSequence({ kind }: Type): boolean {
  return kind === 'list' || kind === 'buffer' || kind === 'ascii' || kind === 'utf8';
}

/** Returns the type of a sequence's items. */
export function entryOf(sequence: Type): Type {
  switch (sequence.kind) {
    case 'list':
      return sequence.entry;
    case 'buffer':
      return BUFFER_1;
    case 'ascii':
      return ASCII_1;
    default:
      return UTF8_1;
  }
}

/** Returns the name of a function that takes these types, or undefined. */
function stepOf(writer: Writer, types: readonly Type[], returns: Type, scope: Scope): string | undefined {
  const own = writer.definitions.functions.filter(
    (fn) =>
      (scope.canWrite || fn.access === 'read-only') &&
      fn.parameters.length === types.length &&
      fn.parameters.every((parameter, at) => fits(types[at] as Type, parameter.type)) &&
      fits(fn.returns, returns),
  );
  const names = [...own.map(({ name }) => name), ...nativesOf(writer, types, returns)];
  return names.length === 0 ? undefined : writer.dice.pick(names);
}

function nativesOf(writer: Writer, types: readonly Type[], returns: Type): string[] {
  const [first] = types;
  const areEqual = types.every((type) => type.kind === first?.kind);
  const isOne = types.length === 1;
  const bits = writer.since(2) ? ['bit-and', 'bit-or', 'bit-xor'] : [];
  switch (returns.kind) {
    case 'int':
    case 'uint':
      if (areEqual && first?.kind === returns.kind)
        return ['+', '-', '*', '/', ...(types.length === 2 ? ['mod', 'pow', 'xor'] : []), ...bits];
      if (isOne && first?.kind === (returns.kind === 'int' ? 'uint' : 'int')) return [`to-${returns.kind}`];
      return isOne && returns.kind === 'uint' && isSequence(first as Type) ? ['len'] : [];
    case 'bool': {
      const ofOne = { bool: ['not', 'and', 'or'], optional: ['is-some', 'is-none'], response: ['is-ok', 'is-err'] };
      if (isOne) return [...(ofOne[first?.kind as keyof typeof ofOne] ?? []), 'is-eq'];
      if (!areEqual) return [];
      if (first?.kind === 'bool') return ['and', 'or', 'is-eq'];
      return first?.kind === 'int' || first?.kind === 'uint' ? ['<', '>=', 'is-eq'] : ['is-eq'];
    }
    case 'buffer':
      return isOne && first?.kind === 'buffer' && returns.length >= 32 ? ['sha256', 'keccak256', 'sha512/256'] : [];
    case 'optional':
      return isOne && fits(first as Type, returns.inner) ? ['some'] : [];
    case 'response':
      return isOne ? [...(fits(first as Type, returns.ok) ? ['ok'] : []), ...(fits(first as Type, returns.err) ? ['err'] : [])] : [];
    case 'list':
      return areEqual && types.length <= returns.maxLength && fits(first as Type, returns.entry) ? ['list'] : [];
    default:
      return [];
  }
}
