/** What went wrong, as a literal that callers and tests can compare; the gateway and the command line map it to a status. */
export const devnetErrorCodes = [
  'INVALID_INPUT', // a parameter, option, flag or body is wrong: `field`, `expected` and `received` are set
  'UNAUTHORIZED', // the API key is unknown or revoked
  'FORBIDDEN', // the caller may not do it: not this machine, a page on another origin, no key
  'NOT_FOUND', // an unknown snapshot, transaction or route
  'NOT_READY', // the network is still booting or already closed
  'RATE_LIMITED', // the rate limit policy allows no more now
  'BUSY', // another operation of the same kind is under way
  'UNSUPPORTED', // this engine cannot do it
  'PORT_TAKEN', // another program listens on the port
  'NOT_REACHABLE', // nobody answers at the address
  'TIMEOUT', // a deadline passed: `lastSeen` says what was seen last
  'ABORTED', // the caller's AbortSignal fired
  'ROLLED_BACK', // a restore or a reorganisation made the wait moot
  'DROPPED', // the transaction left the mempool without being mined
  'REPLACED', // another transaction took its place: `replacedBy` names it
  'FAUCET_DISABLED', // the faucet is switched off or lacks keys
  'FAUCET_FAILED', // the payment could not be made
  'RPC', // a node answered with an error
  'MISSING', // the engine lacks something on this machine
  'INTERNAL', // a fault of this program
] as const;
/** One of {@link devnetErrorCodes}. */
export type DevnetErrorCode = (typeof devnetErrorCodes)[number];

/** The facts beside a {@link DevnetError}'s one-line message. */
export type DevnetErrorDetails = {
  /** The parameter, option or body field that is wrong. */
  field?: string | undefined;
  /** What would have been accepted there. */
  expected?: string | undefined;
  /** What came instead, as text. */
  received?: string | undefined;
  /** What to do next. */
  hint?: string | undefined;
  /** With RPC: bitcoind's error code, or the HTTP status of a stacks-node. */
  rpcCode?: number | undefined;
  /** With RPC: the node's own word for it, for example `min relay fee not met` or `ConflictingNonceInMempool`. */
  reason?: string | undefined;
  /** What a wait saw last before its deadline. */
  lastSeen?: string | undefined;
  /** The txid that took a replaced transaction's place. */
  replacedBy?: string | undefined;
  /** The faucet payment that was broadcast, when only the wait for its block failed. */
  payment?: BroadcastPayment | undefined;
  cause?: unknown;
};

/** A faucet payment that a node accepted: amounts in sats or micro-STX, `txId` with 0x on Stacks, `txRaw` without. */
export type BroadcastPayment = { txId: string; txRaw: string; amount: bigint };

/** The one error class of this package. */
export class DevnetError extends Error {
  override readonly name = 'DevnetError';
  readonly code: DevnetErrorCode;
  readonly field: string | undefined;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  readonly hint: string | undefined;
  readonly rpcCode: number | undefined;
  readonly reason: string | undefined;
  readonly lastSeen: string | undefined;
  readonly replacedBy: string | undefined;
  readonly payment: BroadcastPayment | undefined;

  constructor(code: DevnetErrorCode, message: string, details: DevnetErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.expected = details.expected;
    this.received = details.received;
    this.hint = details.hint;
    this.rpcCode = details.rpcCode;
    this.reason = details.reason;
    this.lastSeen = details.lastSeen;
    this.replacedBy = details.replacedBy;
    this.payment = details.payment;
  }
}

/**
 * The error for one wrong input: names the field, what was expected and what came.
 * @example throw invalid('amount', 'a whole number of sats above 0', '-1');
 */
export function invalid(field: string, expected: string, received: unknown, hint?: string): DevnetError {
  const shown = describe(received);
  // Test runners show nothing but the message, so it says what to do, too.
  const message = `${field}: expected ${expected}, received ${shown}${hint === undefined ? '' : `. ${hint}`}`;
  return new DevnetError('INVALID_INPUT', message, { field, expected, received: shown, hint });
}

/** To be called between the steps of a start. @throws DevnetError ABORTED */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DevnetError('ABORTED', 'the start was aborted', { cause: signal.reason });
}

/** What an error says, or whatever else was thrown as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text =
    typeof value === 'string' ? JSON.stringify(value) : typeof value === 'bigint' ? `${value}` : (JSON.stringify(value) ?? String(value));
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
