import { type Family, fits } from '../writer.js';

export const variables: Family = (writer, type, scope) => {
  const known = writer.definitions.variables;
  return [
    ...known
      .filter((variable) => fits(variable.type, type))
      .map(
        ({ name }) =>
          () =>
            `(var-get ${name})`,
      ),
    ...(type.kind === 'bool' && scope.canWrite
      ? known.map((variable) => () => `(var-set ${variable.name}${writer.args([variable.type], scope)})`)
      : []),
  ];
};

export const maps: Family = (writer, type, scope) => {
  const { maps: known } = writer.definitions;
  if (type.kind === 'optional')
    return known
      .filter(({ value }) => fits(value, type.inner))
      .map(
        ({ name, key }) =>
          () =>
            `(map-get? ${name}${writer.args([key], scope)})`,
      );
  if (type.kind !== 'bool' || !scope.canWrite) return [];
  return known.flatMap(({ name, key, value }) => [
    () => `(map-set ${name}${writer.args([key, value], scope)})`,
    () => `(map-insert ${name}${writer.args([key, value], scope)})`,
    () => `(map-delete ${name}${writer.args([key], scope)})`,
  ]);
};
