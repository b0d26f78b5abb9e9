import { INT, UINT } from '#dist/clarity/types/type.js';
import type { Family } from '../writer.js';

const VARIADIC = ['+', '-', '*', '/'] as const;

export const arithmetic: Family = (writer, type, scope) => {
  if (type.kind !== 'int' && type.kind !== 'uint') return [];
  const { dice } = writer;
  const some = () => writer.args(dice.chance(0.7) ? [type, type] : dice.times(1, 4, () => type), scope);
  return [
    ...VARIADIC.map((name) => () => `(${name}${some()})`),
    () => `(mod${writer.args([type, type], scope)})`,
    () =>
      `(pow ${writer.expression(type, scope)} ` +
      `${dice.chance(0.8) ? `${type.kind === 'uint' ? 'u' : ''}${dice.below(6)}` : writer.expression(type, scope)})`,
    () => `(sqrti${writer.args([type], scope)})`,
    () => `(log2${writer.args([type], scope)})`,
    () => (type.kind === 'int' ? `(to-int${writer.args([UINT], scope)})` : `(to-uint${writer.args([INT], scope)})`),
  ];
};

export const bits: Family = (writer, type, scope) => {
  if (type.kind !== 'int' && type.kind !== 'uint') return [];
  const { dice } = writer;
  const xor = () => `(xor${writer.args([type, type], scope)})`;
  if (!writer.since(2)) return [xor];
  return [
    xor,
    () =>
      `(bit-${dice.pick(['and', 'or', 'xor'])}${writer.args(
        dice.times(1, 3, () => type),
        scope,
      )})`,
    () => `(bit-not${writer.args([type], scope)})`,
    () => `(bit-shift-${dice.pick(['left', 'right'])}${writer.args([type, UINT], scope)})`,
  ];
};
