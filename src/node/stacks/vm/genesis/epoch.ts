import type { Machine } from '../machine/machine.js';

/** Enters an epoch. That mines a burn block too. */
export function enterEpoch({ sdk }: Machine, epoch: string): void {
  sdk.setEpoch(epoch as Parameters<typeof sdk.setEpoch>[0]);
}
