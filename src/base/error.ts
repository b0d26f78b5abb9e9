import { Advice, type AdvicePart } from './advice.js';
import { showName, showValue } from './show-value.js';

/** The codes of errors, which programs compare. The gateway maps them to HTTP statuses, the command line to exit statuses. */
export const devnetErrorCodes = [
  'INVALID_INPUT', // a parameter, option, flag or body is invalid: see `field`, `expected` and `received`
  'UNAUTHORIZED', // the API key is unknown or revoked
  'FORBIDDEN', // the caller may not do this: another machine, a page on another origin, no key
  'NOT_FOUND', // an unknown snapshot, transaction or route
  'NOT_READY', // the network is still booting or already closed
  'RATE_LIMITED', // the rate limit policy allows no more now
  'BUSY', // another operation of the same kind is running
  'UNSUPPORTED', // this engine cannot do it
  'PORT_TAKEN', // another program uses the port
  'NOT_REACHABLE', // no answer at the address
  'TIMEOUT', // a wait timed out: see `lastSeen`
  'ABORTED', // the caller's AbortSignal fired
  'ROLLED_BACK', // a restore or a reorganisation made the wait moot
  'DROPPED', // the transaction left the mempool without being mined
  'REJECTED', // the node rejected the transaction when it was sent: see `reason`
  'FAILED', // the transaction is in a block and did not succeed, where `expect: 'ok'` demands that: see `reason`
  'REPLACED', // another transaction replaced it: see `replacedBy`
  'FAUCET_DISABLED', // the faucet is disabled or has no keys
  'FAUCET_FAILED', // the payment failed
  'RPC', // a node returned an error
  'ORIGIN', // the network that a fork continues cannot be read: see `reason`, an ForkFailureReason
  'MISSING', // something that the engine needs is missing on this machine
  'INTERNAL', // a bug of this program
] as const;
/** One of {@link devnetErrorCodes}. */
export type DevnetErrorCode = (typeof devnetErrorCodes)[number];

/** Why the network that a fork continues cannot be read: the `reason` of an error with the code ORIGIN. */
const forkSourceFailures = [
  'UNREACHABLE', // nothing answers at the URL
  'TIMEOUT', // no answer arrived in time
  'RATE_LIMITED', // it answered 429, also after waiting
  'UNAUTHORIZED', // it answered 401 or 403
  'SERVER_ERROR', // it answered 5xx, also after retries
  'BAD_ANSWER', // the answer is not that of a Stacks node
  'CUT_OFF', // the connection ended before the answer did
  'REORGANISED', // its chain left the block from which the fork continues
  'PRUNED', // it no longer has the state of that block
  'NO_STATE', // it does not serve the state of its contracts
  'OFFLINE', // the value is not in the cache, and the fork is offline
] as const;
/** One of these words. */
export type ForkFailureReason = (typeof forkSourceFailures)[number];

/** The facts of a {@link DevnetError} besides its one-line message. */
export type DevnetErrorDetails = {
  /** The parameter, option or body field that is invalid. */
  field?: string | undefined;
  /** The accepted values. */
  expected?: string | undefined;
  /** The received value, as text. */
  received?: string | undefined;
  /** The next step for the user. What names operations is {@link Advice}, which each door says in its own words. */
  hint?: string | Advice | undefined;
  /** The parts of the hint, if it names operations: sentences, and between them operations with their fields. */
  advice?: readonly AdvicePart[] | undefined;
  /** The line of a file that is wrong, and below it a caret. */
  excerpt?: string | undefined;
  /** With RPC: bitcoind's error code, or the HTTP status of a stacks-node. */
  rpcCode?: number | undefined;
  /**
   * With RPC and REJECTED: the node's reason, for example `min relay fee not met` or `ConflictingNonceInMempool`. With ORIGIN:
   * an {@link ForkFailureReason}.
   */
  reason?: string | undefined;
  /** The last state that a wait saw before it timed out. */
  lastSeen?: string | undefined;
  /** The txid of the transaction that replaced this one. */
  replacedBy?: string | undefined;
  /** The faucet payment that was broadcast, if only the wait for its block failed. */
  payment?: BroadcastPayment | undefined;
  cause?: unknown;
};

/** A faucet payment that a node accepted. The amount is in sats or micro-STX; `txId` has 0x on Stacks, `txRaw` never. */
export type BroadcastPayment = { txId: string; txRaw: string; amount: bigint };

const FACTS = [
  'field',
  'expected',
  'received',
  'hint',
  'advice',
  'excerpt',
  'rpcCode',
  'reason',
  'lastSeen',
  'replacedBy',
  'payment',
] as const satisfies (keyof DevnetErrorDetails)[];

/** The one error class of this package. */
export class DevnetError extends Error {
  override readonly name = 'DevnetError';
  readonly code: DevnetErrorCode;
  // Declared: an error has only the facts that it was given, so that its text in a terminal has no lines with undefined.
  declare readonly field?: string;
  declare readonly expected?: string;
  declare readonly received?: string;
  declare readonly hint?: string;
  declare readonly advice?: readonly AdvicePart[];
  declare readonly excerpt?: string;
  declare readonly rpcCode?: number;
  declare readonly reason?: string;
  declare readonly lastSeen?: string;
  declare readonly replacedBy?: string;
  declare readonly payment?: BroadcastPayment;

  constructor(code: DevnetErrorCode, message: string, { cause, ...details }: DevnetErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    const { hint } = details;
    const facts = hint instanceof Advice ? { ...details, hint: `${hint}`, advice: hint.parts } : details;
    for (const name of FACTS) if (facts[name] !== undefined) Object.assign(this, { [name]: facts[name] });
  }
}

/**
 * Creates the error for one invalid input: the field, what was expected, what was received and what to do.
 * @example throw invalid('amount', 'a whole number of sats above 0', '-1');
 */
export function invalid(field: string, expected: string, received: unknown, hint?: string | Advice): DevnetError {
  const name = showName(field);
  const shown = showValue(received);
  // Test runners show nothing but the message, so it says what to do, too.
  const message = `${name}: expected ${expected}, received ${shown}${hint === undefined ? '' : `. ${hint}`}`;
  return new DevnetError('INVALID_INPUT', message, { field: name, expected, received: shown, hint });
}

/** The error of a call that asked for what a restore undid. @param lastSeen what a wait saw last */
export function undoneByRestore(name: string, lastSeen?: string): DevnetError {
  return new DevnetError('ROLLED_BACK', `${name} does not exist in the state that was restored`, { lastSeen });
}

/** Ends an aborted start; call it between the steps. @throws DevnetError ABORTED */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DevnetError('ABORTED', 'the start was aborted', { cause: signal.reason });
}

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
