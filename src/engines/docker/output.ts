/** A frame's header: the stream, three zeros, and the length of what follows as four bytes. */
const headerLength = 8;

/**
 * The lines that a container without a terminal wrote on both streams, oldest first, without empty ones.
 * @param frames as the engine's API sends them: each piece of output has a header
 */
export function outputLines(frames: Buffer): string[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at + headerLength <= frames.length; ) {
    const end = at + headerLength + frames.readUInt32BE(at + 4);
    pieces.push(frames.subarray(at + headerLength, end));
    at = end;
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}
