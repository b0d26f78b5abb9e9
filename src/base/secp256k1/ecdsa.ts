import { nativeEcdsa } from './native.js';
import type { Ecdsa } from './types.js';
import { wasmEcdsa } from './wasm.js';

/**
 * Returns the native library where the package has it for this machine (x64 with Linux or Windows, arm64 with macOS), otherwise
 * WebAssembly, which takes four times as long.
 */
export function ecdsa(): Ecdsa {
  chosen ??= nativeEcdsa() ?? wasmEcdsa();
  return chosen;
}

let chosen: Ecdsa | undefined;
