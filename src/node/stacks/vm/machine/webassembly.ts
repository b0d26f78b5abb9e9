/** The part of the WebAssembly interface in use here; the compiler's libraries for Node have none of it. */
export type WasmModule = { readonly __wasmModule: unique symbol };
export type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
export type WasmTable = {
  readonly length: number;
  get(index: number): unknown;
  set(index: number, value: unknown): void;
  grow(by: number): number;
};
export type WasmInstance = { readonly exports: Record<string, unknown> };

type WebAssemblyNamespace = {
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

declare const WebAssembly: WebAssemblyNamespace;

/** The size of one page of linear memory in bytes. */
export const WASM_PAGE = 65_536;

export const wasm: WebAssemblyNamespace = WebAssembly;
