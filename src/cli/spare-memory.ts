import { setFlagsFromString } from 'node:v8';

/**
 * What V8 may spend, for a process that has nothing to do but run a network. Measured together with 50,000 transactions: 307 MiB instead
 * of 369, and no fewer transactions per second.
 */
const FLAGS = [
  // New objects get no more memory than they have had so far, 8 MB after a start. V8 would go to 32 MB for requests that leave garbage only.
  '--semi-space-growth-factor=1',
  // Old objects are looked through when they have grown by a third, not when there are twice as many.
  '--heap-growing-percent=30',
  // One function of the Clarity VM is optimised at a time: each thread that does it keeps up to 20 MB from the C library for good.
  '--wasm-num-compilation-tasks=1',
];

/** From now on this process takes less memory: best called once it is ready, as a start is quicker without. */
export function spareMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
