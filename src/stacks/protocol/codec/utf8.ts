/** The text of UTF-8 bytes; undefined if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // what is not valid comes back as other bytes
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}
