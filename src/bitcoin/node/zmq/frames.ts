/** A part of a message, or a command of the connection (ZMTP 3.0). */
export type Frame = { isCommand: boolean; body: Buffer };

/** Bits of a frame's first byte. */
const MORE = 1;
const LONG = 2;
const COMMAND = 4;
/** The largest length in one byte. */
const MAX_SHORT = 255;

const VERSION = [3, 0];
export const GREETING_SIZE = 64;
/** Signature, version and the mechanism NULL, which has no authentication. */
export const GREETING = Buffer.concat([
  Buffer.from([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, ...VERSION]),
  Buffer.from('NULL'.padEnd(20, '\0')),
  Buffer.alloc(32),
]);
/** The command READY with the type of the socket. */
export const READY = encodeFrame(
  Buffer.concat([named('READY'), named('Socket-Type'), Buffer.from([0, 0, 0, 3]), Buffer.from('PUB')]),
  COMMAND,
);

/** Whether the other side has version 3 of the protocol and the same mechanism. */
export function isSupported(greeting: Buffer): boolean {
  return (
    greeting[0] === 0xff && greeting[9] === 0x7f && (greeting[10] ?? 0) >= 3 && greeting.subarray(12, 32).equals(GREETING.subarray(12, 32))
  );
}

/** Returns a message of several parts in wire form. */
export function encodeMessage(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts.map((part, index) => encodeFrame(part, index < parts.length - 1 ? MORE : 0)));
}

/** Returns the answer to a PING with this body: the same context. */
export function encodePong(ping: Buffer): Buffer {
  const timeToLive = 2;
  return encodeFrame(Buffer.concat([named('PONG'), ping.subarray(timeToLive)]), COMMAND);
}

function encodeFrame(body: Uint8Array, flags: number): Buffer {
  if (body.length <= MAX_SHORT) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | LONG;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

/** A name after its length. */
function named(name: string): Buffer {
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]);
}

/**
 * Reads the frame at the start of `bytes`.
 * @returns the frame and the rest; undefined if it is incomplete
 * @throws RangeError if it is longer than `limit`
 */
export function readFrame(bytes: Buffer, limit: number): { frame: Frame; rest: Buffer } | undefined {
  const [flags, short] = bytes;
  if (flags === undefined || short === undefined) return undefined;
  const isLong = (flags & LONG) !== 0;
  const start = isLong ? 9 : 2;
  if (bytes.length < start) return undefined;
  const length = isLong ? Number(bytes.readBigUInt64BE(1)) : short;
  if (length > limit) throw new RangeError(`a frame of ${length} bytes`);
  if (bytes.length < start + length) return undefined;
  const frame = { isCommand: (flags & COMMAND) !== 0, body: bytes.subarray(start, start + length) };
  return { frame, rest: bytes.subarray(start + length) };
}

/** Splits a command into its name and its body. */
export function parseCommand(body: Buffer): { name: string; body: Buffer } {
  const end = 1 + (body[0] ?? 0);
  return { name: body.toString('latin1', 1, end), body: body.subarray(end) };
}
