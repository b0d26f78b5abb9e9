export type TomlValue = string | number | bigint | boolean | readonly string[];
/** A table's name, in brackets of its own when it is one of a list, and its keys. */
export type TomlTable = readonly [name: string, keys: Readonly<Record<string, TomlValue>>];

/** Writes TOML 1.0, tables in the order given. */
export function toml(tables: readonly TomlTable[]): string {
  return tables.map(([name, keys]) => `[${name}]\n${lines(keys)}`).join('\n');
}

/** Keys without a table, as at the top of a file. */
export function lines(keys: Readonly<Record<string, TomlValue>>): string {
  return Object.entries(keys)
    .map(([key, value]) => `${key} = ${text(value)}\n`)
    .join('');
}

function text(value: TomlValue): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : String(value);
}

/** A basic string: JSON escapes what TOML wants escaped, but for DEL. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}
