/** Keeps bytes as they are: browsers compress only asynchronously, and what is kept in memory is never stored. */
export function deflateRaw(bytes: Uint8Array, _options: object, done: (error: null, compressed: Uint8Array) => void): void {
  queueMicrotask(() => done(null, bytes.slice()));
}

/** The bytes that `deflateRaw` kept. */
export function inflateRawSync({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, length);
}
