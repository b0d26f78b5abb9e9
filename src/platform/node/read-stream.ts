import type { Readable } from 'node:stream';

/** Collects bytes that come in pieces. */
export type ByteCollector = {
  /** The number of collected bytes. */
  size(): number;
  add(piece: Uint8Array): void;
  /** Returns all bytes in one piece. The collector is then empty. */
  finish(): Buffer;
};

/** Smaller pieces are copied. */
const SMALL = 4096;

/**
 * Creates a collector whose memory is in proportion to its bytes: a sender that splits them into single ones makes an object of 100 bytes
 * of each, so small pieces are joined as they come.
 */
export function createByteCollector(): ByteCollector {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let joint = Buffer.alloc(0);
  let used = 0;

  /** Moves the joined bytes behind the pieces. */
  const flush = (): void => {
    if (used > 0) pieces.push(joint.subarray(0, used));
    joint = joint.subarray(used);
    used = 0;
  };

  return {
    size: () => size,
    add(piece) {
      size += piece.length;
      if (piece.length >= SMALL || (size === piece.length && piece.length > 0)) {
        flush();
        pieces.push(piece);
        return;
      }
      if (used + piece.length > joint.length) {
        flush();
        joint = Buffer.allocUnsafeSlow(Math.max(SMALL, Math.min(size, 2 ** 20)));
      }
      joint.set(piece, used);
      used += piece.length;
    },
    finish() {
      flush();
      const [first] = pieces;
      const whole = pieces.length === 1 && first !== undefined ? asBuffer(first) : Buffer.concat(pieces);
      pieces = [];
      joint = Buffer.alloc(0);
      size = 0;
      return whole;
    },
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Reads a stream to its end.
 * @param limit of bytes. A longer stream is paused; `collector` then has the bytes that came
 * @returns undefined if there are more bytes than `limit`
 * @throws the error of the stream, and an error if the other side ends the connection before the end
 */
export function readStream(stream: Readable, limit: number, collector = createByteCollector()): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => void stream.off('data', onData).off('end', onEnd).off('close', onClose);
    const onData = (piece: Buffer): void => {
      collector.add(piece);
      if (collector.size() <= limit) return;
      stop();
      stream.pause();
      resolve(undefined);
    };
    const onEnd = (): void => {
      stop();
      resolve(collector.finish());
    };
    // Every stream closes, and an error has a stack trace: only streams without an end need one.
    const onClose = (): void => {
      stop();
      reject(new Error('the connection ended before the body'));
    };
    if (stream.readableEnded) return onEnd();
    if (stream.destroyed) return onClose();
    // It stays, because an error without a listener ends the process.
    stream.on('error', reject);
    stream.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
