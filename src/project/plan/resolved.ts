import { createHash } from 'node:crypto';
import { isBytes } from '../../base/is-bytes.js';
import type { Value } from '../../clarity/values.js';
import type { Place } from '../clarinet/problem.js';

/** A transaction that is ready to be signed. `fee` is in micro-STX, undefined for one by size. */
type Signed = { place: Place; privateKey: string; sender: string; fee: bigint | undefined };
export type ResolvedPublish = Signed & { type: 'publish'; id: string; name: string; source: string; path: string; clarityVersion: number };
type ResolvedCall = Signed & { type: 'call'; contract: string; fn: string; args: readonly Value[] };
type ResolvedTransfer = Signed & { type: 'transfer'; recipient: string; amount: bigint; memo: Uint8Array };
export type StacksTransaction = ResolvedPublish | ResolvedCall | ResolvedTransfer;
/** Sats, and sats for a virtual byte. */
export type ResolvedPayment = {
  type: 'payment';
  place: Place;
  privateKey: string;
  sender: string;
  recipient: string;
  amount: bigint;
  satsPerByte: bigint;
};
export type ResolvedTransaction = StacksTransaction | ResolvedPayment;

/** A plan without what a network has already. */
export type ResolvedPlan = {
  /** What messages call it. */
  name: string;
  batches: readonly (readonly ResolvedTransaction[])[];
  /** Micro-STX for a byte of a transaction without a fee of its own. */
  feeRate: bigint;
  /** The contracts of this network that requirements stand for, by the requirements' ids. */
  requirements: ReadonlyMap<string, string>;
};

/** Returns a text that is different for plans that do different things. */
export function planKey({ batches, feeRate }: ResolvedPlan): string {
  const text = JSON.stringify({ batches, feeRate }, (name, value: unknown) => {
    if (name === 'place' || name === 'path') return undefined;
    if (typeof value === 'bigint') return `${value}`;
    return isBytes(value) ? Buffer.from(value).toString('hex') : value;
  });
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what messages call a transaction. */
export function describe(transaction: ResolvedTransaction): string {
  switch (transaction.type) {
    case 'publish':
      return `the contract ${transaction.id}`;
    case 'call':
      return `the call of ${transaction.contract}.${transaction.fn} by ${transaction.sender}`;
    case 'transfer':
      return `the transfer of ${transaction.amount} micro-STX from ${transaction.sender} to ${transaction.recipient}`;
    case 'payment':
      return `the transfer of ${transaction.amount} sats from ${transaction.sender} to ${transaction.recipient}`;
  }
}
