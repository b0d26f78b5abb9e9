/** What happens on purpose to one request of a Stacks node's RPC. */
export type RpcFault = {
  /** How much later the request is handled, in ms. */
  delayMs: number;
  failure?: RpcFailure | undefined;
};

/** An HTTP status, or the end of the connection, instead of the answer. */
export type RpcFailure = {
  status: number | 'disconnect';
  /** Whether the request does not reach the node, or its answer not the client. */
  lost: 'request' | 'answer';
};

/** The faults of requests of clients to a Stacks node. */
export type RpcFaults = {
  /** Decides about the next request. @param path without query */
  fault(path: string): RpcFault | undefined;
  /** Whether `take` may keep transactions. Otherwise their bytes need not be read. */
  keepsTransactions(): boolean;
  /** Keeps a transaction from the node, which the client is not to notice. @returns its txid, without 0x; undefined if the node gets it */
  take(transaction: Uint8Array): string | undefined;
};

/** The answer to a request with a fault. */
export function failureAnswer(status: number): { status: number; headers: Record<string, string>; body: string } {
  const retry: Record<string, string> = status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  return { status, headers: { 'content-type': 'text/plain', ...retry }, body: `status ${status}, by devnet.chaos` };
}

/** Reads the body of `POST /v2/transactions`: bytes, or hex in JSON. Returns undefined for others, which the node refuses. */
export function transactionOf(body: Buffer, contentType: string | undefined): Buffer | undefined {
  if (contentType?.startsWith('application/octet-stream')) return body;
  try {
    const { tx } = JSON.parse(body.toString('utf8')) as { tx?: unknown };
    return typeof tx === 'string' ? Buffer.from(tx.replace(/^0x/, ''), 'hex') : undefined;
  } catch {
    return undefined;
  }
}
