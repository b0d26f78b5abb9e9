import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { crc32 } from 'node:zlib';
import { exportFunctionTable, UNUSED } from './function-table.js';
import { type WasmModule, wasm } from './webassembly.js';

/** The published Clarity VM, compiled, as it is sent from one thread to another. `digest` identifies the build. */
export type CompiledPackage = { directory: string; glue: string; digest: string; module: WasmModule };

/** The VM ready to be instantiated any number of times. */
export type ClarityCode = { module: WasmModule; digest: string; evaluate: GlueFunction };

/** The body of the package's JavaScript, with every global that it must not share or that we control as a parameter. */
type GlueFunction = (...parameters: unknown[]) => void;

/** In the order in which {@link GlueFunction} takes them. */
const GLUE_PARAMETERS = ['exports', 'require', '__dirname', 'WebAssembly', 'FinalizationRegistry', 'Date', 'console'];

/** Reads the package's two files without running them, and compiles. The package itself instantiates once for the whole process when it is required. */
export function loadClarityPackage(): CompiledPackage {
  const glue = createRequire(import.meta.url).resolve('@stacks/clarinet-sdk-wasm');
  const directory = path.dirname(glue);
  const text = readFileSync(glue, 'utf8');
  const bytes = readAfter(path.join(directory, 'clarinet_sdk_bg.wasm'), UNUSED);
  // Takes a third of the time of SHA-256. A checksum is enough: nobody makes a build that imitates another one.
  const digest = `${bytes.length}-${crc32(bytes.subarray(UNUSED), crc32(text)).toString(16)}`;
  exportFunctionTable(bytes);
  const module = new wasm.Module(bytes);
  // The module has a copy. The garbage collector would come for these 7 MB much later.
  bytes.buffer.resize(0);
  return { directory, glue: text, digest, module };
}

/** Node 20 has it, the compiler's libraries for that version do not. */
type ResizableBuffer = ArrayBuffer & { resize(byteLength: number): void };
const Resizable = ArrayBuffer as unknown as new (byteLength: number, options: { maxByteLength: number }) => ResizableBuffer;

/** Reads a file after a number of unused bytes. */
function readAfter(file: string, unused: number): Uint8Array<ResizableBuffer> {
  const handle = openSync(file, 'r');
  try {
    const length = unused + fstatSync(handle).size;
    const bytes = new Uint8Array(new Resizable(length, { maxByteLength: length }));
    let end = unused;
    for (let read = -1; read !== 0; end += read) read = readSync(handle, bytes, end, bytes.length - end, null);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/** Makes a compiled package usable in this thread. */
export function linkClarityPackage({ directory, glue, digest, module }: CompiledPackage): ClarityCode {
  const filename = path.join(directory, 'clarinet_sdk.js');
  const evaluate = compileFunction(glue, GLUE_PARAMETERS, { filename }) as GlueFunction;
  return { module, digest, evaluate };
}
