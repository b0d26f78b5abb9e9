import { createByteCollector } from '#platform/read-stream.js';
import { hash256 } from '../../../protocol/crypto/hash.js';
import { PeerEnd } from './protocol-error.js';

/** A message of the version 1 transport. */
export type Message = { command: string; payload: Buffer };

/** Regtest's magic bytes, as in `CRegTestParams`. */
export const MAGIC = Buffer.from([0xfa, 0xbf, 0xb5, 0xda]);
/** Magic, command, length, checksum. */
export const HEADER_SIZE = 24;
const COMMAND_SIZE = 12;
/** Core's `MAX_PROTOCOL_MESSAGE_LENGTH`, in bytes. */
const MAX_PAYLOAD_SIZE = 4_000_000;

/** Returns a message in wire form. */
export function encodeMessage(command: string, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_SIZE);
  MAGIC.copy(header);
  header.write(command, MAGIC.length, 'latin1');
  header.writeUInt32LE(payload.length, 16);
  header.set(checksum(payload), 20);
  return Buffer.concat([header, payload]);
}

/** Assembles the messages of one connection from its chunks. */
export type MessageReader = {
  push(chunk: Buffer): void;
  /** The number of buffered bytes. */
  waiting(): number;
  /** Returns the next complete message. Skips messages with a wrong checksum or name, as Core does. @throws ProtocolError */
  next(): Message | undefined;
};

/** @param onSkipped called with the reason why a message is skipped, and with its bytes */
export function createMessageReader(onSkipped: (reason: string, bytes: number) => void = () => {}): MessageReader {
  let joined: Buffer = Buffer.alloc(0);
  const later = createByteCollector();
  const size = (): number => joined.length + later.size();

  /** Joins what came once enough has come, so that a large message is copied once. */
  const peek = (length: number): Buffer => {
    if (joined.length < length && later.size() > 0) joined = joined.length === 0 ? later.finish() : Buffer.concat([joined, later.finish()]);
    return joined;
  };

  const take = (length: number): Buffer => {
    const all = peek(length);
    joined = all.subarray(length);
    return all.subarray(0, length);
  };

  /** Returns the bytes of the next message and its header. The magic is checked first, so that other protocols are refused at once. */
  const read = (): Buffer | undefined => {
    const start = Math.min(size(), MAGIC.length);
    if (!peek(start).subarray(0, start).equals(MAGIC.subarray(0, start)))
      throw new PeerEnd(`Header error: Wrong MessageStart ${peek(start).subarray(0, start).toString('hex')} received`);
    if (size() < HEADER_SIZE) return undefined;
    const length = peek(HEADER_SIZE).readUInt32LE(16);
    if (length > MAX_PAYLOAD_SIZE)
      throw new PeerEnd(`Header error: Size too large (${nameOf(commandField(peek(HEADER_SIZE)))}, ${length} bytes)`);
    return size() < HEADER_SIZE + length ? undefined : take(HEADER_SIZE + length);
  };

  return {
    push: later.add,
    waiting: size,
    next: () => {
      for (let bytes = read(); bytes !== undefined; bytes = read()) {
        const command = parseCommand(commandField(bytes));
        const payload = bytes.subarray(HEADER_SIZE);
        const [expected, sum] = [checksum(payload), bytes.subarray(20, HEADER_SIZE)];
        if (command !== undefined && expected.equals(sum)) return { command, payload };
        const about = `(${nameOf(commandField(bytes))}, ${payload.length} bytes)`;
        if (expected.equals(sum)) onSkipped(`Header error: Invalid message type ${about},`, bytes.length);
        else
          onSkipped(
            `Header error: Wrong checksum ${about}, expected ${expected.toString('hex')} was ${sum.toString('hex')},`,
            bytes.length,
          );
      }
      return undefined;
    },
  };
}

function commandField(message: Buffer): Buffer {
  return message.subarray(MAGIC.length, MAGIC.length + COMMAND_SIZE);
}

/** Returns the name for people, also an invalid one: what Core keeps of texts (`SanitizeString`). */
function nameOf(field: Buffer): string {
  return field
    .toString('latin1')
    .replace(/\0.*$/s, '')
    .replace(/[^\w .,;\-/:?@()]/g, '');
}

/** Returns the name: printable characters, then only zeroes. */
function parseCommand(field: Buffer): string | undefined {
  return /^([\x20-\x7e]*)\0*$/.exec(field.toString('latin1'))?.[1];
}

function checksum(payload: Uint8Array): Buffer {
  return Buffer.from(hash256(payload)).subarray(0, 4);
}
