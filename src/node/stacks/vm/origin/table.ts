import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Datastore } from '../memory/session-memory.js';

/**
 * The state of an empty session with its boot contracts, packed into a few hundred KB. In the file: a magic, the length of the index (4 bytes,
 * little-endian), the index as compressed JSON, then the metadata of each contract, compressed by itself: a network reads only the contracts that
 * it uses.
 */
export type SessionTable = {
  /** Identifies the build of the VM that made it. */
  readonly digest: string;
  /** Keys of all values, for networks that choose among them. */
  readonly values: ReadonlyMap<string, string>;
  /** Principals of all contracts. */
  readonly contracts: readonly string[];
  /** Metadata of a contract by key; undefined if the contract is not in the table. */
  metadata(contract: string): ReadonlyMap<string, string> | undefined;
};

type Index = { digest: string; values: [key: string, value: string][]; contracts: [contract: string, at: number, length: number][] };

/** Raised whenever a table of the same VM has other contents: the build then makes it again, and images of it are not used any more. */
export const TABLE_VERSION = 3;
const MAGIC = Buffer.from(`SESSION${TABLE_VERSION}`, 'latin1');
const INDEX = MAGIC.length + 4;

/** Packs the datastore of a new session. The same datastore gives the same bytes. @param quality of the compression, 0 to 11; 11 takes seconds */
export function packTable(digest: string, { values, metadata }: Datastore, quality: number = constants.BROTLI_MAX_QUALITY): Buffer {
  const byContract = new Map<string, [key: string, text: string][]>();
  for (const { contract, key, text } of metadata) byContract.set(contract, [...(byContract.get(contract) ?? []), [key, text]]);
  let at = 0;
  const packed: Buffer[] = [];
  const contracts = [...byContract].sort(byFirst).map(([contract, entries]): Index['contracts'][number] => {
    const blob = compress(JSON.stringify(entries.sort(byFirst)), quality);
    packed.push(blob);
    at += blob.length;
    return [contract, at - blob.length, blob.length];
  });
  const index: Index = { digest, values: [...values].sort(byFirst), contracts };
  const compressed = compress(JSON.stringify(index), quality);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(compressed.length);
  return Buffer.concat([MAGIC, length, compressed, ...packed]);
}

/** Opens a packed table. @throws Error if the bytes are not a table */
export function openTable(file: Buffer): SessionTable {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('the file is not a session table');
  const start = INDEX + file.readUInt32LE(MAGIC.length);
  const { digest, values, contracts } = JSON.parse(decompress(file.subarray(INDEX, start))) as Index;
  const places = new Map(contracts.map(([contract, at, length]) => [contract, { at: start + at, length }]));
  const unpacked = new Map<string, ReadonlyMap<string, string>>();
  return {
    digest,
    values: new Map(values),
    contracts: [...places.keys()],
    metadata(contract) {
      const place = places.get(contract);
      if (place === undefined) return undefined;
      const known = unpacked.get(contract);
      if (known !== undefined) return known;
      const entries = new Map(JSON.parse(decompress(file.subarray(place.at, place.at + place.length))) as [string, string][]);
      unpacked.set(contract, entries);
      return entries;
    },
  };
}

/** The hash by which the VM asks an origin for a value. */
export function keyHash(key: string): string {
  return createHash('sha512-256').update(key).digest('hex');
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compress(text: string, quality: number): Buffer {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
}

function decompress(bytes: Uint8Array): string {
  return brotliDecompressSync(bytes).toString('utf8');
}
