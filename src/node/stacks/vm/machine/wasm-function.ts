import { wasm } from './webassembly.js';

/** The name of the import and of the export of the module below. */
const NAME = 'f'.charCodeAt(0);
const I32 = 0x7f;

/** Makes a WebAssembly function of a function with so many 32-bit parameters and no result, for tables: they take no JavaScript functions. */
export function toWasmFunction(parameters: number, run: (...addresses: number[]) => void): unknown {
  const type = [1, 0x60, parameters, ...Array<number>(parameters).fill(I32), 0];
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, type.length, ...type],
    ...[2, 7, 1, 1, NAME, 1, NAME, 0, 0],
    ...[7, 5, 1, 1, NAME, 0, 0],
  ];
  return new wasm.Instance(new wasm.Module(Uint8Array.from(bytes)), { f: { f: run } }).exports['f'];
}
