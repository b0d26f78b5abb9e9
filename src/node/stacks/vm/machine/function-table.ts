/** The export under which the VM's function table is available. */
export const FUNCTION_TABLE = 't';

const EXPORTS = 7;
/** The entry of the export section: a name of one byte, the kind (table), the index. */
const ENTRY = [1, FUNCTION_TABLE.charCodeAt(0), 1, 0];

/**
 * Adds an export of the function table to a WebAssembly module: the package keeps its table to itself, and we replace functions in it. Everything before the
 * entry moves down by its length.
 * @param bytes the module, after as many unused bytes as the entry has
 * @throws RangeError for a module of another form
 */
export function exportFunctionTable(bytes: Uint8Array): void {
  const unused = ENTRY.length;
  let at = unused + 8;
  while (bytes[at] !== EXPORTS) {
    if (at >= bytes.length) throw new RangeError('the WebAssembly module has no exports');
    const { value: length, end } = readNumber(bytes, at + 1);
    at = end + length;
  }
  const length = readNumber(bytes, at + 1);
  const count = readNumber(bytes, length.end);
  bytes.copyWithin(0, unused, length.end + length.value);
  bytes.set(ENTRY, length.end + length.value - unused);
  writeNumber(bytes, at + 1 - unused, length.end - unused, length.value + unused);
  writeNumber(bytes, length.end - unused, count.end - unused, count.value + 1);
}

/** How many unused bytes {@link exportFunctionTable} needs before the module. */
export const UNUSED = ENTRY.length;

/** Reads a number in LEB128. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  let end = from;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, end };
  }
}

/** Replaces a number by another one of the same length. */
function writeNumber(bytes: Uint8Array, from: number, end: number, value: number): void {
  let rest = value;
  for (let at = from; at < end; at++) {
    bytes[at] = (rest & 127) | (at + 1 < end ? 128 : 0);
    rest = Math.floor(rest / 128);
  }
  if (rest !== 0) throw new RangeError('the WebAssembly module has as many exports as its form can hold');
}
