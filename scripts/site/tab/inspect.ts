/** The most items of a list, or properties of an object, that are written. */
const MOST = 100;
const DEPTH = 4;
/** What fits into one line, in characters. */
const LINE = 76;

/** Writes a value as the console of Node does, for people. Keys keep their order. */
export function inspect(value: unknown, depth = 0, above: readonly object[] = []): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  if (value instanceof Date) return value.toISOString();
  if (above.includes(value)) return '[Circular]';
  const write = (inner: unknown): string => inspect(inner, depth + 1, [...above, value]);
  if (value instanceof Uint8Array) return `Uint8Array(${value.length}) 0x${Array.from(value.subarray(0, MOST), hex).join('')}`;
  const name = value.constructor?.name;
  const prefix = name === undefined || ['Object', 'Array'].includes(name) ? '' : `${name} `;
  if (depth > DEPTH) return Array.isArray(value) ? '[…]' : `${prefix}{…}`;
  if (Array.isArray(value)) return list('[', value.map(write), ']', depth);
  if (value instanceof Set) return prefix + list('{', Array.from(value, write), '}', depth);
  const pairs = value instanceof Map ? Array.from(value, ([key, inner]) => `${write(key)} => ${write(inner)}`) : properties(value, write);
  return prefix + list('{', pairs, '}', depth);
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function properties(value: object, write: (inner: unknown) => string): string[] {
  return Object.keys(value).map((key) => {
    const shown = /^[\w$]+$/.test(key) ? key : `'${key}'`;
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    // Reading it could start something.
    return `${shown}: ${descriptor?.get === undefined ? write(descriptor?.value) : '[Getter]'}`;
  });
}

function list(open: string, items: string[], close: string, depth: number): string {
  if (items.length === 0) return open + close;
  const shown = items.length > MOST ? [...items.slice(0, MOST), `… ${items.length - MOST} more`] : items;
  const line = open === '[' ? `[ ${shown.join(', ')} ]` : `{ ${shown.join(', ')} }`;
  if (line.length + depth * 2 <= LINE && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${shown.map((item) => `${indent}${item}`).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}
