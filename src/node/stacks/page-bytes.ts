/** TypeScript's library has the option from ES2024 on. */
const ResizableBuffer = ArrayBuffer as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;

/**
 * Zeros on pages of their own, which the system has back as soon as they are freed: V8 takes those of a resizable buffer from it, and
 * all others from the C library, which keeps megabytes that come and go as holes.
 */
export function pageBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ResizableBuffer(length, { maxByteLength: length }));
}
