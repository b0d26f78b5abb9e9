import { AsciiType, BOOL, BufferType, INT, UINT, Utf8Type } from '#dist/clarity/types/type.js';
import type { Family } from '../writer.js';

const COMPARABLE = [INT, UINT, new BufferType(6), new AsciiType(6), new Utf8Type(6)];

export const comparison: Family = (writer, type, scope) => {
  if (type.kind !== 'bool') return [];
  const pair = () => {
    const compared = writer.dice.pick(writer.since(2) ? COMPARABLE : [INT, UINT]);
    return writer.args([compared, compared], scope);
  };
  return ['<', '>', '<=', '>='].map((name) => () => `(${name}${pair()})`);
};

export const equality: Family = (writer, type, scope) => {
  if (type.kind !== 'bool') return [];
  const { dice } = writer;
  return [
    () => {
      const compared = writer.type(1);
      return `(is-eq${writer.args(dice.chance(0.7) ? [compared, compared] : dice.times(1, 4, () => compared), scope)})`;
    },
  ];
};

export const logic: Family = (writer, type, scope) => {
  if (type.kind !== 'bool') return [];
  const some = () =>
    writer.args(
      writer.dice.times(1, 3, () => BOOL),
      scope,
    );
  return [() => `(and${some()})`, () => `(or${some()})`, () => `(not${writer.args([BOOL], scope)})`];
};
