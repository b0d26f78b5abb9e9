import { createHash } from '#platform/crypto.js';
import { DevnetError, invalid, messageOf } from '../../../base/error.js';
import { showValue } from '../../../base/show-value.js';
import { at, ByteReader, ByteWriter, FormatError } from '../../../base/storage.js';
import { createTurns } from '../../../base/turns.js';
import type { StateParts } from '../../../stacks/engine.js';

/** The format that this version writes, and the only one that it reads. Raised with each change of any part: see docs/state-file.md. */
const FORMAT = 3;

const AGAIN = 'Write it again, or copy it again from where it is whole.';

/** How each file begins, in every format. */
const MAGIC = Buffer.from('stacks-devnet state\n');
const CHECKSUM = 32;
/** Bytes of the length of the file, which follows the beginning. */
const LENGTH = 8;
/** Bytes that are hashed in one turn: a few milliseconds. */
const PIECE = 1 << 20;

/**
 * Returns the file of a state: what every format has, then the parts in the order of their names. Others get their turns meanwhile.
 * @param version of this package
 */
export async function writeStateFile(parts: StateParts, version: string): Promise<Uint8Array> {
  const writer = new ByteWriter();
  writer.number(FORMAT);
  writer.text(version);
  writer.list(
    [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ([name, bytes]) => {
      writer.text(name);
      writer.bytes(bytes);
    },
  );
  const content = writer.finish();
  const file = Buffer.allocUnsafe(MAGIC.length + LENGTH + content.length + CHECKSUM);
  MAGIC.copy(file);
  file.writeBigUInt64BE(BigInt(file.length), MAGIC.length);
  content.copy(file, MAGIC.length + LENGTH);
  const end = file.length - CHECKSUM;
  (await checksum(file.subarray(0, end))).copy(file, end);
  return file;
}

/**
 * Returns the parts of a state: views of its bytes. Others get their turns meanwhile.
 * @param name what the message calls it @default `The state`
 * @throws DevnetError INVALID_INPUT for another file, an incomplete or damaged one, and another format
 */
export async function readStateFile(bytes: Uint8Array, name = 'The state'): Promise<StateParts> {
  if (!((bytes as unknown) instanceof Uint8Array)) throw invalid('state', 'a Uint8Array', bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const begun = file.subarray(0, MAGIC.length);
  if (file.length === 0 || !begun.equals(MAGIC.subarray(0, begun.length))) {
    throw wrong(
      `${name} is no state of stacks-devnet`,
      'Pass a file from --state, --dump-state, "snapshot save --out" or devnet.dumpState().',
    );
  }
  const length = file.length < MAGIC.length + LENGTH ? undefined : Number(file.readBigUInt64BE(MAGIC.length));
  if (length === undefined || file.length < length) {
    throw wrong(`${name} is truncated: it has ${file.length}${length === undefined ? '' : ` of ${length}`} bytes`, AGAIN);
  }
  const end = file.length - CHECKSUM;
  if (file.length !== length || end < MAGIC.length + LENGTH || !(await checksum(file.subarray(0, end))).equals(file.subarray(end))) {
    throw wrong(`${name} is damaged: its checksum does not match`, AGAIN);
  }
  try {
    return readParts(new ByteReader(file.subarray(MAGIC.length + LENGTH, end)), name);
  } catch (error) {
    throw unreadable(error, name);
  }
}

function readParts(reader: ByteReader, name: string): StateParts {
  const [format, version] = [reader.number(), reader.text()];
  if (format !== FORMAT) {
    const hint = `Use stacks-devnet ${version}, or write the state again with this version.`;
    throw wrong(`${name} has format ${format}, written by stacks-devnet ${version}; this version reads format ${FORMAT}`, hint);
  }
  const parts = new Map<string, Uint8Array>();
  at('parts', () =>
    reader.each(() => {
      const part = reader.text();
      if (parts.has(part)) throw new RangeError(`two parts have the name ${showValue(part)}`);
      parts.set(part, reader.bytes());
    }),
  );
  reader.end();
  return parts;
}

/**
 * Returns the error of a state that has the right checksum, but does not have what this program writes: another one has written it.
 * @param name what the message calls it
 */
export function unreadable(error: unknown, name = 'The state'): DevnetError {
  if (error instanceof DevnetError) return error;
  const { place, message, expected, received } = error instanceof FormatError ? error : atTop(error);
  const hint = 'Write it again with this version of stacks-devnet.';
  return new DevnetError('INVALID_INPUT', `${name} cannot be used: ${message}. ${hint}`, {
    ...{ field: place === '' ? 'state' : `state.${place}`, expected, received, hint, cause: error },
  });
}

function atTop(error: unknown): FormatError {
  return new FormatError('the fields of a state', messageOf(error));
}

async function checksum(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  const giveWay = createTurns();
  for (let start = 0; start < bytes.length; start += PIECE) {
    hash.update(bytes.subarray(start, start + PIECE));
    await giveWay();
  }
  return hash.digest();
}

function wrong(problem: string, hint: string): DevnetError {
  return new DevnetError('INVALID_INPUT', `${problem}. ${hint}`, { field: 'state', hint });
}
