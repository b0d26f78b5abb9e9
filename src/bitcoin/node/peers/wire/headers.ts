import { type BlockHeader, readHeader, writeHeader } from '../../../protocol/codec/block.js';
import { hashFromHex, hashToHex } from '../../../protocol/codec/hex.js';
import { createReader } from '../../../protocol/codec/reader.js';
import { createWriter } from '../../../protocol/codec/writer.js';
import { PeerEnd, ProtocolError } from './protocol-error.js';
import { PROTOCOL_VERSION } from './version.js';

/** The limit of headers in one message. */
export const MAX_HEADERS = 2000;
/** Core's `MAX_LOCATOR_SZ`. */
const MAX_LOCATOR = 101;
export const NO_HASH = '0'.repeat(64);

/** `getheaders` and `getblocks`: hashes that the sender has, best first, and the hash after which to stop; both in display order. */
export type Locator = { hashes: string[]; stop: string | undefined };

/** @throws ProtocolError, DecodeError */
export function parseLocator(payload: Uint8Array, command: string): Locator {
  const reader = createReader(payload);
  reader.uint32();
  const count = reader.compactSize();
  const hashes: string[] = [];
  while (hashes.length < count) hashes.push(hashToHex(reader.bytes(32)));
  const stop = hashToHex(reader.bytes(32));
  if (count > MAX_LOCATOR) throw new PeerEnd(`${command} locator size ${count} > ${MAX_LOCATOR}`);
  return { hashes, stop: stop === NO_HASH ? undefined : stop };
}

export function serializeLocator({ hashes, stop = NO_HASH }: Locator): Uint8Array {
  const writer = createWriter(1024);
  writer.uint32(PROTOCOL_VERSION);
  writer.compactSize(hashes.length);
  for (const hash of [...hashes, stop]) writer.bytes(hashFromHex(hash));
  return writer.finish();
}

/** Decodes `headers`. @throws ProtocolError beyond {@link MAX_HEADERS}, DecodeError */
export function parseHeaders(payload: Uint8Array): BlockHeader[] {
  const reader = createReader(payload);
  const count = reader.compactSize();
  if (count > MAX_HEADERS) throw new ProtocolError(`headers message size = ${count}`);
  return Array.from({ length: count }, () => {
    const header = readHeader(reader);
    reader.compactSize();
    return header;
  });
}

/** Each header is followed by its number of transactions, which is always 0. */
export function serializeHeaders(headers: readonly BlockHeader[]): Uint8Array {
  const writer = createWriter(3 + headers.length * 81);
  writer.compactSize(headers.length);
  for (const header of headers) {
    writeHeader(writer, header);
    writer.compactSize(0);
  }
  return writer.finish();
}
