/**
 * Whether a value is a Uint8Array, such as a Buffer, of any realm. In the environments that test runners make for components,
 * `instanceof Uint8Array` is false for a Buffer: the global class is that of a window.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === 'Uint8Array';
}
