/** TypeScript's library has the option from ES2024 on. */
const ResizableBuffer = ArrayBuffer as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;

/**
 * Returns zeros on separate pages, which return to the system when they are freed. V8 allocates resizable buffers from the system, but
 * all others from the C library, which keeps freed megabytes as holes.
 */
export function pageBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ResizableBuffer(length, { maxByteLength: length }));
}
