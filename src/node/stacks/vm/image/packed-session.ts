import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, createBrotliDecompress } from 'node:zlib';
import { packageRoot } from '../../../../package-root.js';
import type { ClarityCode } from '../machine/code.js';
import { growMachine, type Machine, unbornMachine } from '../machine/machine.js';
import { captureFullImage, restoreSmallState, type SmallState } from './memory-image.js';

/**
 * The empty session that every VM begins with, packed into a file of this package. Making one, with its boot contracts, takes a second
 * of one core; unpacking it, a quarter of that on as many cores as there are. In the file: the length of the header, four bytes; the
 * header as JSON; and linear memory, in parts that other threads unpack at the same time.
 */
type Header = {
  /** Of the VM's code that made it. */
  digest: string;
  /** In seconds since 1970: a session knows it. */
  genesisTime: number;
  state: SmallState;
  /** Of the memory in bytes. */
  length: number;
  /** `start` in the memory, `at` and `packedLength` in what follows the header. */
  parts: { start: number; at: number; packedLength: number; checksum: number }[];
};

/** Node's pool has four threads. */
const PARTS = 4;
/** Of what is unpacked at a time. */
const CHUNK = 1024 * 1024;
/** Better ones take many times longer for a tenth of the size, and are no quicker to unpack. The window is the largest, since contracts of two networks are alike. */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

/** Written when the package is built: scripts/pack-session.mjs. */
export const PACKED_SESSION = new URL('dist/empty-session.packed', packageRoot);

/** Packs the session of a VM that has just been booted. */
export async function packSession(machine: Machine, { digest }: ClarityCode, genesisTime: number): Promise<Uint8Array> {
  const { memory, ...state } = captureFullImage(machine);
  const size = Math.ceil(memory.length / PARTS);
  const starts = Array.from({ length: PARTS }, (_, i) => i * size);
  const packed = await Promise.all(starts.map((start) => compress(memory.subarray(start, start + size), { params: COMPRESSION })));
  let length = 0;
  const parts = packed.map((part, i) => {
    const at = length;
    length += part.length;
    return { start: i * size, at, packedLength: part.length, checksum: crc32(part) };
  });
  const header: Header = { digest, genesisTime, state, length: memory.length, parts };
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(json.length);
  return Buffer.concat([prefix, json, ...packed]);
}

const compress = promisify(brotliCompress);

/** A new VM with the packed session. Undefined if none fits this code and time, or it is damaged. */
export async function unpackSession(code: ClarityCode, genesisTime: number, file = PACKED_SESSION): Promise<Machine | undefined> {
  try {
    const packed = await readFile(file);
    const start = 4 + packed.readUInt32LE();
    const header = JSON.parse(packed.toString('utf8', 4, start)) as Header;
    if (header.digest !== code.digest || header.genesisTime !== genesisTime) return undefined;
    const machine = unbornMachine(code);
    await unpackParts(header, packed.subarray(start), growMachine(machine, header.length));
    restoreSmallState(machine, header.state);
    return machine;
  } catch {
    return undefined; // as good as absent: the session is made anew
  }
}

async function unpackParts({ parts }: Header, packed: Uint8Array, memory: Uint8Array): Promise<void> {
  if (parts.some(({ at, packedLength, checksum }) => crc32(packed.subarray(at, at + packedLength)) !== checksum))
    throw new Error('the packed session is damaged');
  await Promise.all(
    parts.map(({ start, at, packedLength }, i) => {
      return unpackPart(packed.subarray(at, at + packedLength), memory.subarray(start, parts[i + 1]?.start));
    }),
  );
}

/** @throws Error unless it fills `target` exactly */
async function unpackPart(part: Uint8Array, target: Uint8Array): Promise<void> {
  const unpacker = createBrotliDecompress({ chunkSize: CHUNK });
  unpacker.end(part);
  let at = 0;
  for await (const chunk of unpacker as AsyncIterable<Uint8Array>) {
    target.set(chunk, at);
    at += chunk.length;
  }
  if (at !== target.length) throw new Error(`a part of the packed session has ${at} bytes instead of ${target.length}`);
}
