export type TomlValue = string | number | bigint | boolean | readonly string[];
/** A table: its name, which is in brackets for an element of a list, and its keys. */
export type TomlTable = readonly [name: string, keys: Readonly<Record<string, TomlValue>>];

/** Formats tables as TOML 1.0, in the given order. */
export function toml(tables: readonly TomlTable[]): string {
  return tables.map(([name, keys]) => `[${name}]\n${lines(keys)}`).join('\n');
}

/** Formats keys without a table. */
export function lines(keys: Readonly<Record<string, TomlValue>>): string {
  return Object.entries(keys)
    .map(([key, value]) => `${key} = ${text(value)}\n`)
    .join('');
}

function text(value: TomlValue): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : String(value);
}

/** Formats a basic string. JSON escapes the same characters as TOML, except DEL. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}
