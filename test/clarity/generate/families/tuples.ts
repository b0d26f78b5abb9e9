import { optionalType, tupleType } from '#dist/clarity/types/construct.js';
import type { TupleType, Type } from '#dist/clarity/types/type.js';
import { randomTuple } from '../types.js';
import type { Family, Writer } from '../writer.js';

export const tuples: Family = (writer, type, scope) => {
  const holding = () => withField(writer, type);
  const forms = [
    () => `(get id${writer.args([holding()], scope)})`,
    () => `(unwrap-panic (get id${writer.args([optionalType(holding())], scope)}))`,
  ];
  if (type.kind === 'optional') forms.push(() => `(get id${writer.args([optionalType(withField(writer, type.inner))], scope)})`);
  if (type.kind !== 'tuple') return forms;
  const fields = type.fields.names.map((name, at) => [name, type.types[at] as Type] as const);
  const written = (some: typeof fields) => `{ ${some.map(([name, field]) => `${name}: ${writer.expression(field, scope)}`).join(', ')} }`;
  forms.push(() => written(fields));
  forms.push(() => `(tuple${fields.map(([name, field]) => ` (${name}${writer.args([field], scope)})`).join('')})`);
  forms.push(() => `(merge ${writer.expression(type, scope)} ${written([writer.dice.pick(fields)])})`);
  if (fields.length > 1) {
    const split = 1 + writer.dice.below(fields.length - 1);
    forms.push(() => `(merge ${written(fields.slice(0, split))} ${written(fields.slice(split - 1))})`);
  }
  return forms;
};

/** Returns a tuple with a field `id` of a type. */
function withField(writer: Writer, type: Type): TupleType {
  const other = randomTuple(writer.dice, 1);
  const fields = other.fields.names.map((name, at) => [name, other.types[at] as Type] as const);
  return tupleType([...fields.filter(([name]) => name !== 'id'), ['id', type]]);
}
