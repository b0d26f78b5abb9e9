import { miningModeSchema } from '../devnet/answers/parts.js';
import { json, local, milliseconds, optional, text, whole } from './codec.js';

/** Fields and answers of several operations. */

export const manyBlocks = whole('a whole number, 1 to 10000', { minimum: 1, maximum: 10_000 });
export const miningMode = json(miningModeSchema);
export const txid = text('64 hex digits, with or without 0x', { pattern: '^(0x)?[0-9a-fA-F]{64}$' });
export const principal = text('an account or a contract, of any network');
export const contract = text('a contract of the project or of deployer, or its id such as ST….name');

/** The limits of an operation that waits. The mechanism sends what is left of the time, and a request ends with its client. */
export const limits = {
  /**
   * Timeout in ms. The error TIMEOUT says what was seen last.
   * @default 4000 on the embedded engine, below the 5 s of test runners; 30000 on others; three times as long where `CI` is set or the
   * machine is busy, and for sBTC
   */
  timeoutMs: optional(milliseconds()),
  /** Aborts the wait with ABORTED. Sent transactions stay sent. @default none */
  signal: optional(local<AbortSignal>()),
};
