import type { Ecdsa, Schnorr } from '../../base/secp256k1.js';
import { nativeEcdsa } from './secp256k1/native.js';
import { wasmEcdsa, wasmSchnorr } from './secp256k1/wasm.js';

/**
 * Returns the native library where the package has it for this machine (x64 with Linux or Windows, arm64 with macOS), otherwise
 * WebAssembly, which takes four times as long.
 */
export function ecdsa(): Ecdsa {
  chosenEcdsa ??= nativeEcdsa() ?? wasmEcdsa();
  return chosenEcdsa;
}

/** Returns what the native library lacks, in WebAssembly. */
export function schnorr(): Schnorr {
  chosenSchnorr ??= wasmSchnorr();
  return chosenSchnorr;
}

let chosenEcdsa: Ecdsa | undefined;
let chosenSchnorr: Schnorr | undefined;
