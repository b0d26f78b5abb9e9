import { createHash } from '#platform/crypto.js';
import { DevnetError, invalid, messageOf } from '../../../base/error.js';
import { showValue } from '../../../base/show-value.js';
import { at, ByteReader, ByteWriter, FormatError, PartsImage } from '../../../base/storage.js';
import { createTurns } from '../../../base/turns.js';
import type { StateParts } from '../../../stacks/engine.js';
import { beginsJournal, type JournalEnd, type JournalLayout, readJournal } from './journal.js';

/** The format that this version writes, and the only one that it reads. Raised with each change of any part: see docs/maintaining/state-file.md. */
const FORMAT = 3;

const AGAIN = 'Write it again, or copy it again from where it is whole.';

/** How each file begins, in every format. */
const MAGIC = Buffer.from('stacks-devnet state\n');
const CHECKSUM = 32;
/** Bytes of the length of the file, which follows the beginning. */
const LENGTH = 8;
/** Bytes that are copied and hashed in one turn: a few milliseconds. */
const PIECE = 1 << 20;

/** Returns the checksum at the end of a file without a journal. */
export function checksumIn(file: Uint8Array): Uint8Array {
  return file.subarray(file.length - CHECKSUM);
}

/** The bytes of each part, whole or in pieces. */
export type PartBytes = ReadonlyMap<string, Uint8Array | readonly Uint8Array[]>;

/**
 * Returns the file of a state: what every format has, then the parts in the order of their names. Others get their turns meanwhile.
 * @param version of this package
 */
export async function writeStateFile(parts: PartBytes, version: string): Promise<Uint8Array> {
  const content = [
    written((writer) => {
      writer.number(FORMAT);
      writer.text(version);
      writer.number(parts.size);
    }),
    ...[...parts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, bytes]) => {
        const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
        const head = written((writer) => {
          writer.text(name);
          writer.number(sizeOf(pieces));
        });
        return [head, ...pieces];
      }),
  ];
  const length = Buffer.alloc(LENGTH);
  const file = Buffer.allocUnsafe(MAGIC.length + LENGTH + sizeOf(content) + CHECKSUM);
  length.writeBigUInt64BE(BigInt(file.length));
  const hash = createHash('sha256');
  const giveWay = createTurns();
  let end = 0;
  // In turns: one copy of a hundred megabytes would stop other requests meanwhile.
  for (const bytes of [MAGIC, length, ...content]) {
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = bytes.subarray(start, start + PIECE);
      file.set(piece, end);
      hash.update(piece);
      end += piece.length;
      await giveWay();
    }
  }
  hash.digest().copy(file, end);
  return file;
}

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter(256);
  write(writer);
  return writer.finish();
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A state that was read: its parts, which are views of its bytes. */
export type ReadState = {
  readonly parts: StateParts;
  /** How many of the bytes are whole. Those after them are the end of a journal that was not finished. */
  readonly length: number;
  /** Whether all bytes are. */
  readonly isWhole: boolean;
  /** The journal of the state, if it has one. `from`: where it begins. */
  readonly journal: { readonly from: number; readonly layout: JournalLayout; readonly end: JournalEnd } | undefined;
  /** The checksum of the state before its journal. */
  readonly checksum: Uint8Array;
};

/**
 * Returns the parts of a state, with what its journal says. Others get their turns meanwhile.
 * @param name what the message calls it @default `The state`
 * @throws DevnetError INVALID_INPUT for another file, an incomplete or damaged one, and another format
 */
export async function readStateFile(bytes: Uint8Array, name = 'The state'): Promise<StateParts> {
  const { parts, length, isWhole, journal } = await readWhole(bytes, name);
  if (isWhole) return parts;
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset + length, bytes.length - length);
  if (journal === undefined && !beginsJournal(rest)) throw wrong(`${name} is damaged: ${rest.length} bytes follow the state`, AGAIN);
  const reason = `its last ${rest.length} bytes are no whole record of its journal`;
  throw wrong(`${name} is truncated or damaged: ${reason}`, 'To leave them out, start a network with --state or --load-state.');
}

/** As {@link readStateFile}, up to the end of what is whole. */
export async function readWhole(bytes: Uint8Array, name = 'The state'): Promise<ReadState> {
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
  const end = length - CHECKSUM;
  const own = file.subarray(Math.max(0, end), length);
  if (end < MAGIC.length + LENGTH || !(await checksum(file.subarray(0, end))).equals(own)) {
    throw wrong(`${name} is damaged: its checksum does not match`, AGAIN);
  }
  try {
    const parts = readParts(new ByteReader(file.subarray(MAGIC.length + LENGTH, end)), name);
    return withJournal(parts, file.subarray(length), length, own);
  } catch (error) {
    throw unreadable(error, name);
  }
}

function withJournal(before: StateParts, bytes: Buffer, length: number, own: Buffer): ReadState {
  const image = new PartsImage();
  const journal = readJournal(bytes, own, (layout) => {
    for (const [name, lengths] of layout) image.add(name, before.get(name) ?? NOTHING, lengths);
    for (const name of before.keys()) if (!layout.has(name)) throw new RangeError(`the journal does not know the part ${name}`);
    return image;
  });
  if (journal === undefined) return { parts: before, length, isWhole: bytes.length === 0, journal: undefined, checksum: own };
  return {
    parts: image.parts(),
    length: length + journal.length,
    isWhole: bytes.length === journal.length,
    journal: { from: length, layout: image.layout(), end: journal.end },
    checksum: own,
  };
}

const NOTHING = new Uint8Array();

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
