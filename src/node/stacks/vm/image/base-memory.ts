import { closeSync, readSync } from 'node:fs';
import { freeBytes } from './free-bytes.js';

/** The linear memory of a VM's first state. Images of later states hold only what differs from it. */
export type BaseMemory = {
  readonly length: number;
  /** Fills the start of `target` with it. @throws Error when the file that it is in cannot be read any more */
  copyTo(target: Uint8Array): void;
  /** Shows it piece by piece, in order; a piece is good until the next one. @throws like `copyTo` */
  visit(visitor: (piece: Uint8Array, at: number) => void): void;
  /** A copy of it, unless it is in a file that others can read. */
  unfiled(): Uint8Array<ArrayBuffer> | undefined;
  /** Gives back what it holds; it is not to be used any more. */
  close(): void;
};

/** Pieces stay in the processor's cache. */
const PIECE = 1024 * 1024;

/** A base that is held in memory, which is its own from now on. */
export function heldBase(memory: Uint8Array<ArrayBuffer>): BaseMemory {
  return {
    length: memory.length,
    copyTo: (target) => target.set(memory),
    visit: (visitor) => visitor(memory, 0),
    unfiled: () => memory.slice(),
    close: () => freeBytes(memory.buffer),
  };
}

/**
 * A base that stays in its file. The kernel keeps the file in its own cache, for all processes together, and reading it costs
 * what copying costs: 13 ms for 81 MB. The descriptor keeps a file readable that was removed or replaced since.
 */
export function fileBase(descriptor: number, offset: number, length: number): BaseMemory {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
  const fill = (target: Uint8Array, at: number): void => {
    for (let done = 0; done < target.length; ) {
      const read = readSync(descriptor, target, done, target.length - done, offset + at + done);
      if (read === 0) throw new Error("the Clarity VM's image has been cut short");
      done += read;
    }
  };
  return {
    length,
    copyTo: (target) => fill(target.subarray(0, length), 0),
    visit(visitor) {
      for (let at = 0; at < length; at += PIECE) {
        const piece = buffer.subarray(0, Math.min(PIECE, length - at));
        fill(piece, at);
        visitor(piece, at);
      }
    },
    unfiled: () => undefined,
    close: () => closeSync(descriptor),
  };
}
