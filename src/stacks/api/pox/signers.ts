import type { BlockRecord } from '../../history/chain/records.js';

/** A signer of a cycle with its shares. `key` is hex without 0x, `stacked` micro-STX as decimal digits. */
export type ChosenSigner = { key: string; stacked: string; weight: number; weightPercent: number; stackedPercent: number };

/** The signers that a block chose, in the API's order: by weight, by amount, both descending, by key. */
export function signersOf({ facts: { chosen } }: BlockRecord): ChosenSigner[] {
  const signers = chosen?.signers ?? [];
  const weight = signers.reduce((sum, entry) => sum + entry.weight, 0);
  const stacked = signers.reduce((sum, entry) => sum + BigInt(entry.stacked), 0n);
  return signers
    .map((entry) => ({ ...entry, weightPercent: (entry.weight / weight) * 100, stackedPercent: percentOf(BigInt(entry.stacked), stacked) }))
    .sort((a, b) => b.weight - a.weight || compare(BigInt(b.stacked), BigInt(a.stacked)) || (a.key < b.key ? -1 : 1));
}

/** The API divides decimally, to 20 places. */
const PLACES = 10n ** 20n;

function percentOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  const share = ((2n * part * PLACES + whole) / (2n * whole)) * 100n;
  return Number(`${share / PLACES}.${`${share % PLACES}`.padStart(20, '0')}`);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
