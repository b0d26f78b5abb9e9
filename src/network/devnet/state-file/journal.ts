import { createHash } from '#platform/crypto.js';
import { DevnetError } from '../../../base/error.js';
import { ByteReader, ByteWriter, type PartChanges, type PartsImage } from '../../../base/storage.js';

/** The format that this version writes, and the only one that it reads. */
const FORMAT = 1;
/** How a journal begins, after the state that it continues. */
const MAGIC = Buffer.from('stacks-devnet journal\n');
/** Bytes of the length and of the checksum before each record. */
const LENGTH = 4;
const CHECKSUM = 16;

/** The bytes of each section of each part of a state. */
export type JournalLayout = ReadonlyMap<string, readonly number[]>;

/** The last checksum of a journal: that of the next record depends on it, so that a record has one place only. */
export type JournalEnd = { readonly checksum: Buffer };

/** Returns the beginning of a journal. @param state the checksum of the state before it */
export function journalHead(layout: JournalLayout, state: Uint8Array): { bytes: Buffer; end: JournalEnd } {
  const writer = new ByteWriter(1 << 10);
  writer.number(FORMAT);
  writer.list([...layout], ([name, lengths]) => {
    writer.text(name);
    writer.list(lengths, (length) => writer.number(length));
  });
  const { bytes, end } = journalRecords([writer.finish()], { checksum: Buffer.from(state) });
  return { bytes: Buffer.concat([MAGIC, bytes]), end };
}

/** Returns records with these contents. @param after the end of the journal before them */
export function journalRecords(contents: readonly Uint8Array[], after: JournalEnd): { bytes: Buffer; end: JournalEnd } {
  let { checksum } = after;
  const pieces = contents.flatMap((content) => {
    checksum = checksumOf(checksum, content);
    const length = Buffer.alloc(LENGTH);
    length.writeUInt32BE(content.length);
    return [length, checksum, content];
  });
  return { bytes: Buffer.concat(pieces), end: { checksum } };
}

/** Returns the content of the record of changes. */
export function encodeChanges(changes: PartChanges): Buffer {
  const writer = new ByteWriter(1 << 12);
  writer.list([...changes], ([name, splices]) => {
    writer.text(name);
    writer.list(splices, ({ section, at, removed, bytes }) => {
      for (const number of [section, at, removed]) writer.number(number);
      writer.bytes(bytes);
    });
  });
  return writer.finish();
}

function decodeChanges(content: Uint8Array): PartChanges {
  const reader = new ByteReader(content);
  const changes = reader.list(() => {
    const name = reader.text();
    const splices = reader.list(() => ({ section: reader.number(), at: reader.number(), removed: reader.number(), bytes: reader.bytes() }));
    return [name, splices] as const;
  });
  reader.end();
  return new Map(changes);
}

/** A journal that was read. */
export type ReadJournal = {
  /** How many of the bytes are whole records. The others are those of a record that was not finished. */
  length: number;
  end: JournalEnd;
};

/**
 * Reads a journal up to its first record that is not whole.
 * @param bytes those after the state @param state the checksum of the state @param begin makes the image of the state @returns undefined
 * if its beginning is missing or is not whole
 * @throws DevnetError INVALID_INPUT for another format; RangeError for changes of another state
 */
export function readJournal(bytes: Buffer, state: Uint8Array, begin: (layout: JournalLayout) => PartsImage): ReadJournal | undefined {
  if (bytes.length < MAGIC.length || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  let at = MAGIC.length;
  let end: JournalEnd = { checksum: Buffer.from(state) };
  let image: PartsImage | undefined;
  for (let content = next(); content !== undefined; content = next()) {
    if (image === undefined) image = begin(readLayout(content));
    else image.apply(decodeChanges(content));
  }
  return image && { length: at, end };

  function next(): Buffer | undefined {
    const start = at + LENGTH + CHECKSUM;
    if (start > bytes.length) return undefined;
    const length = bytes.readUInt32BE(at);
    const content = bytes.subarray(start, start + length);
    if (length === 0 || content.length < length) return undefined;
    const checksum = checksumOf(end.checksum, content);
    if (!checksum.equals(bytes.subarray(at + LENGTH, start))) return undefined;
    at = start + length;
    end = { checksum };
    return content;
  }
}

/** Whether bytes after a state may be the beginning of a journal that was not finished. */
export function beginsJournal(bytes: Buffer): boolean {
  const begun = bytes.subarray(0, MAGIC.length);
  return begun.equals(MAGIC.subarray(0, begun.length));
}

function readLayout(content: Uint8Array): JournalLayout {
  const reader = new ByteReader(content);
  const format = reader.number();
  if (format !== FORMAT) {
    const hint = 'Use the version of stacks-devnet that wrote it: it writes a state without a journal when its network ends.';
    throw new DevnetError('INVALID_INPUT', `The journal of the state has format ${format}; this version reads format ${FORMAT}. ${hint}`, {
      ...{ field: 'state', hint },
    });
  }
  return new Map(reader.list(() => [reader.text(), reader.list(() => reader.number())] as const));
}

function checksumOf(before: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(before).update(content).digest().subarray(0, CHECKSUM);
}
