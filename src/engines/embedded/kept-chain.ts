import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { packagedCache } from '../../package-root.js';
import { removeOldest } from '../../system/remove-oldest.js';
import type { EngineOptions, Funding } from '../engine.js';

/** Raised whenever the same funding makes other blocks, or the file has another form. */
const FORMAT = 2;

const FOLDER = 'bitcoin-chain';
/** Files of 40 KB. More than a user switches between. */
const KEPT = 8;
const CHECKSUM = 4;

/** The file of the Bitcoin blocks of a boot: mining and signing them takes a fifth of a start. */
export type KeptChain = {
  /** Returns the chain, from the cache or else from the package; undefined if there is none, or the file is damaged. */
  read(): Uint8Array | undefined;
  /** Stores the chain, and removes the oldest ones. Without effect if the folder is not writable: the Clarity VM warns of that. */
  write(chain: Uint8Array): void;
};

/** Returns the file of the chain that these payments make up to a height. */
export function keptChain({ dir, enabled }: EngineOptions['cache'], height: number, { coinbaseKey, bitcoin }: Funding): KeptChain {
  const parts = [FORMAT, height, coinbaseKey, bitcoin.map(({ address, amount }) => [address, `${amount}`])];
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const folder = path.join(dir, FOLDER);
  const file = path.join(folder, name);
  return {
    read: () => (enabled ? (readChecked(file) ?? readChecked(path.join(packagedCache, FOLDER, name))) : undefined),
    write(chain) {
      if (!enabled) return;
      try {
        mkdirSync(folder, { recursive: true });
        writeChecked(file, chain);
        removeOldest(folder, KEPT);
      } catch {}
    },
  };
}

function readChecked(file: string): Uint8Array | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const chain = bytes.subarray(CHECKSUM);
  return bytes.length > CHECKSUM && bytes.readUInt32LE() === crc32(chain) ? chain : undefined;
}

/** Others see the file whole or not at all. */
function writeChecked(file: string, chain: Uint8Array): void {
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(chain));
  const unfinished = `${file}.${randomUUID()}.tmp`;
  writeFileSync(unfinished, Buffer.concat([checksum, chain]));
  renameSync(unfinished, file);
}
