/** The length of a frame's header: the stream, three zeros, and the length of the payload as four bytes. */
const HEADER = 8;

/**
 * Returns the lines that a container without a terminal wrote to both streams, oldest first, without empty ones.
 * @param frames as the API of the container engine sends them: each piece of output has a header
 */
export function outputLines(frames: Buffer): string[] {
  return Buffer.concat(readFrames(frames).payloads)
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}

/** Yields the output of a container as text while it comes, until the container ends or the signal fires. */
export async function* followOutput(frames: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const end = (): void => void ('destroy' in frames && typeof frames.destroy === 'function' && frames.destroy());
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let received = Buffer.alloc(0);
  try {
    for await (const chunk of frames) {
      const { payloads, rest } = readFrames(Buffer.concat([received, Buffer.from(chunk)]));
      received = rest;
      yield decoder.decode(Buffer.concat(payloads), { stream: true });
    }
  } catch (error) {
    // A destroyed stream ends with an error.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Splits complete frames from the rest. */
function readFrames(bytes: Buffer): { payloads: Buffer[]; rest: Buffer<ArrayBuffer> } {
  const payloads: Buffer[] = [];
  let at = 0;
  while (at + HEADER <= bytes.length) {
    const end = at + HEADER + bytes.readUInt32BE(at + 4);
    if (end > bytes.length) break;
    payloads.push(bytes.subarray(at + HEADER, end));
    at = end;
  }
  return { payloads, rest: Buffer.from(bytes.subarray(at)) };
}
