import { wasm } from './webassembly.js';

/** The name under which a module exports its function table, after {@link withFunctionTable}. */
export const FUNCTION_TABLE = 'function_table';

/** Numbers of the WebAssembly binary format. */
const HEADER_BYTES = 8;
const EXPORT_SECTION = 7;
const KIND_TABLE = 1;

/** Returns the module with its function table, which is number 0, among its exports, so that functions in it can be replaced. */
export function withFunctionTable(bytes: Uint8Array): Uint8Array {
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const size = readNumber(bytes, at + 1);
    const end = size.end + size.value;
    if (bytes[at] === EXPORT_SECTION) {
      const count = readNumber(bytes, size.end);
      const name = Buffer.from(FUNCTION_TABLE);
      const added = [...writeNumber(count.value + 1), ...writeNumber(name.length), ...name, KIND_TABLE, 0];
      const length = added.length + end - count.end;
      const section = [EXPORT_SECTION, ...writeNumber(length), ...added];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(section), bytes.subarray(count.end, end), bytes.subarray(end)]);
    }
    at = end;
  }
  throw new RangeError('the WebAssembly module exports nothing');
}

/** A function of five numbers without a result, in WebAssembly: a module that imports it from JavaScript and exports it. */
const FIVE_PARAMETERS = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // type 0: five i32, no result
  ...[1, 9, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0],
  // import "a" "b", a function of type 0
  ...[2, 7, 1, 1, 0x61, 1, 0x62, 0, 0],
  // export "c", function 0
  ...[7, 5, 1, 1, 0x63, 0, 0],
);

/** Makes a function that a function table accepts. */
export async function tableFunction(run: (a: number, b: number, c: number, d: number, e: number) => void): Promise<unknown> {
  const module = await wasm.compile(FIVE_PARAMETERS);
  return new wasm.Instance(module, { a: { b: run } }).exports['c'];
}

/** LEB128. */
function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  let end = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end };
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}
